import { expect, type Locator, type Page } from '@playwright/test';
import { makeVehicle, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import type { Sandbox } from './sandbox.ts';

/** Books the oil change through the API, with a new vehicle of the customer's. Returns the number. */
export async function bookThroughApi(
  { app, people, oilChange }: Sandbox,
  date: string,
  startTime: string,
  customer: Person = people.customer,
): Promise<number> {
  const booked = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: oilChange.id,
    date,
    startTime,
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
  });
  return booked.json<{ id: number }>().id;
}

/** Changes an appointment through the API, as another person would in the meantime. */
export async function changeThroughApi(
  { app }: Sandbox,
  person: Person,
  id: number,
  change: object,
): Promise<void> {
  const response = await send(app, person, 'PATCH', `/api/appointments/${id}`, change);
  if (response.statusCode !== 200) throw new Error(response.body);
}

/** A panel of the appointment's page: 'Actions', 'Notes', 'History', 'People'. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Aborts changes sent to an address, once the returned function is called. */
export async function abortChanges(page: Page, url: string): Promise<() => void> {
  let startAborting = () => {};
  const started = new Promise<void>((resolve) => {
    startAborting = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await started;
    return route.abort('connectionreset');
  });
  return startAborting;
}

/** Answers calls of a method with an unreadable body, like a broken gateway; the server gets none. */
export async function respondWithInvalidJson(
  page: Page,
  url: string,
  method: string,
): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 200, contentType: 'application/json', body: '{' })
      : route.fallback(),
  );
}

/** Delays responses; returns how to release them. */
export async function delayRequests(
  page: Page,
  url: string | RegExp,
): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** The demo's mechanic, at their own availability switch. */
export async function setAvailability(
  { app, people }: Sandbox,
  status: 'available' | 'offline',
): Promise<void> {
  const response = await send(app, people.mechanic, 'PATCH', '/api/mechanics/status', { status });
  expect(response.statusCode).toBe(200);
}

/** Expects a disabled button whose reason is on the screen and in its description. */
export async function expectDisabledWithReason(
  page: Page,
  name: string,
  reason: string,
): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
  await expect(page.getByText(reason).last()).toBeVisible();
}
