import { displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAssistantWorld, type AssistantWorld } from '@curbwrench/testing/assistant/world';
import { read, send } from '@curbwrench/testing/requests';

let world: AssistantWorld;

beforeAll(async () => {
  world = await makeAssistantWorld();
});
afterAll(() => world.stop());

test('the free times in an answer are those that can be booked', async () => {
  const { maya } = world.askers;
  for (const [service, day, date] of [
    ['Brake Pad Replacement', 'on Thursday', '2026-03-05'],
    ['Brake Pad Replacement', 'on Friday', '2026-03-06'],
    ['Brake Pad Replacement', 'on March 10', '2026-03-10'],
    ['Oil Change', 'tomorrow', '2026-03-04'],
    ['Oil Change', 'today', '2026-03-03'],
  ] as const) {
    const url = `/api/slots?date=${date}&serviceId=${world.services.get(service)}`;
    const slots = await read<Slot[]>(world, maya, url);
    const free = slots.filter(({ available }) => available);
    expect(free.length).toBeGreaterThan(0);
    const message = `Which times are free ${day} for a ${service}?`;
    const answer = await send(world, maya, 'POST', '/api/chat', { message });
    const { response } = answer.json<{ response: string }>();
    const times = response.match(/\d{1,2}:\d{2} [AP]M/g);
    expect([message, times]).toEqual([
      message,
      free.map(({ startTime }) => displayTime(startTime)),
    ]);
  }
});
