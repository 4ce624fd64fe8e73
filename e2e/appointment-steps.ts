import type { Locator, Page } from '@playwright/test';
import { makeVehicle, type Person } from '@curbwrench/server/testing/builders';
import { send } from '@curbwrench/server/testing/requests';
import type { Stage } from './stage.ts';

/** Books the oil change by a call, with a new vehicle of the customer's. Answers the number. */
export async function bookByCall(
  { site, people, oilChange }: Stage,
  date: string,
  startTime: string,
  customer: Person = people.customer,
): Promise<number> {
  const booked = await send(site, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(site, customer.id),
    serviceId: oilChange.id,
    date,
    startTime,
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
  });
  return booked.json<{ id: number }>().id;
}

/** Takes an appointment through one change by a call, as somebody else would meanwhile. */
export async function changeByCall(
  { site }: Stage,
  person: Person,
  id: number,
  change: object,
): Promise<void> {
  const answer = await send(site, person, 'PATCH', `/api/appointments/${id}`, change);
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** A panel of the appointment's page: 'Actions', 'Notes', 'History', 'People'. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}
