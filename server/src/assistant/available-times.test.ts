import { displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAssistantBusiness,
  type AssistantBusiness,
} from '@curbwrench/testing/assistant/assistant-business';
import { read, send } from '@curbwrench/testing/requests';

let business: AssistantBusiness;

beforeAll(async () => {
  business = await makeAssistantBusiness();
});
afterAll(() => business.stop());

test('the available times in an answer are exactly the slots that can be booked', async () => {
  const { maya } = business.askers;
  for (const [service, day, date] of [
    ['Brake Pad Replacement', 'on Thursday', '2026-03-05'],
    ['Brake Pad Replacement', 'on Friday', '2026-03-06'],
    ['Brake Pad Replacement', 'on March 10', '2026-03-10'],
    ['Oil Change', 'tomorrow', '2026-03-04'],
    ['Oil Change', 'today', '2026-03-03'],
  ] as const) {
    const url = `/api/slots?date=${date}&serviceId=${business.services.get(service)}`;
    const slots = await read<Slot[]>(business, maya, url);
    const freeSlots = slots.filter(({ available }) => available);
    expect(freeSlots.length).toBeGreaterThan(0);
    const message = `Which times are free ${day} for a ${service}?`;
    const answer = await send(business, maya, 'POST', '/api/chat', { message });
    const { response } = answer.json<{ response: string }>();
    const times = response.match(/\d{1,2}:\d{2} [AP]M/g);
    expect([message, times]).toEqual([
      message,
      freeSlots.map(({ startTime }) => displayTime(startTime)),
    ]);
  }
});
