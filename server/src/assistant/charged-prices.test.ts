import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAssistantBusiness,
  type AssistantBusiness,
} from '@curbwrench/testing/assistant/assistant-business';
import { makeVehicle } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import type { Asker } from '@curbwrench/testing/assistant/questions/question';

let business: AssistantBusiness;

beforeAll(async () => {
  business = await makeAssistantBusiness();
});
afterAll(() => business.stop());

async function answerTo(asker: Asker, message: string): Promise<string> {
  const answer = await send(business, business.askers[asker], 'POST', '/api/chat', { message });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ response: string }>().response;
}

/** Books a service at an address outside all service areas, and returns the price charged. */
async function bookAndReadPrice(asker: Asker, service: string, startTime: string): Promise<string> {
  const person = business.askers[asker];
  const booked = await send(business, person, 'POST', '/api/appointments', {
    serviceId: business.services.get(service),
    vehicleId: await makeVehicle(business, person.id),
    date: '2026-03-10',
    startTime,
    location: JSON.stringify({ address: '5 Far Street' }),
  });
  expect([booked.statusCode, booked.body]).toEqual([201, booked.body]);
  return `$${booked.json<Appointment>().price}`;
}

test('the price in an answer equals the price of a booking, with an active plan, a paused plan, or no plan', async () => {
  for (const [asker, service, time, price] of [
    ['maya', 'Brake Pad Replacement', '08:00', '$224.10'],
    ['maya', 'Oil Change', '11:00', '$0.00'],
    // The booking above used up the included oil change.
    ['maya', 'Oil Change', '12:00', '$71.10'],
    ['pia', 'Tire Rotation', '13:00', '$49.50'],
    ['nora', 'Engine Diagnostics', '14:00', '$120.00'],
  ] as const) {
    const response = await answerTo(asker, `How much is a ${service}?`);
    expect([asker, service, await bookAndReadPrice(asker, service, time)]).toEqual([
      asker,
      service,
      price,
    ]);
    expect([asker, response]).toEqual([
      asker,
      expect.stringMatching(new RegExp(`costs(?: you)? \\${price}`)),
    ]);
  }
});
