import { expect, type Locator, type Page } from '@playwright/test';
import { makeVehicle, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
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

/** Loses what is sent to an address, once it is said to. */
export async function loseChanges(page: Page, url: string): Promise<() => void> {
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await lost;
    return route.abort('connectionreset');
  });
  return lose;
}

/** Answers calls of a method with what cannot be read, as a broken gateway does; nothing reaches the server. */
export async function answerUnreadably(page: Page, url: string, method: string): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 200, contentType: 'application/json', body: '{' })
      : route.fallback(),
  );
}

/** Keeps answers from arriving; answers how to let them go. */
export async function hold(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    letGo();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** The mechanic of the demo button, at their own switch. */
export async function switchTo(
  { site, people }: Stage,
  status: 'available' | 'offline',
): Promise<void> {
  const answer = await send(site, people.mechanic, 'PATCH', '/api/mechanics/status', { status });
  expect(answer.statusCode).toBe(200);
}

/** The button is there, disabled, and its reason is on the screen and read out with it. */
export async function expectClosed(page: Page, name: string, reason: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
  await expect(page.getByText(reason).last()).toBeVisible();
}
