import { expect, type Locator, type Page } from '@playwright/test';
import { makeVehicle, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import type { Sandbox } from './sandbox.ts';

/** Books the oil change through the API for a new vehicle of the customer. Returns the appointment's id. */
export async function bookThroughApi(
  { app, people, oilChange }: Sandbox,
  date: string,
  startTime: string,
  customer: Person = people.customer,
): Promise<number> {
  const response = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: oilChange.id,
    date,
    startTime,
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
  });
  return response.json<{ id: number }>().id;
}

/** Changes an appointment through the API as a person, and throws if the change is refused. */
export async function changeThroughApi(
  { app }: Sandbox,
  person: Person,
  id: number,
  change: object,
): Promise<void> {
  const response = await send(app, person, 'PATCH', `/api/appointments/${id}`, change);
  if (response.statusCode !== 200) throw new Error(response.body);
}

/** Finds a panel on the appointment's page: 'Actions', 'Notes', 'History', 'People'. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Closes the payment dialog that opens when a job is completed, without recording a payment. */
export async function closePaymentDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

/** Holds PATCH requests to a URL and aborts them when the returned function is called. */
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

/** Responds with invalid JSON to requests that use `method`, as a broken gateway might; the server gets no request. */
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

/** Holds requests to a URL until the returned function is called. */
export async function delayRequests(
  page: Page,
  url: string | RegExp,
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Sets the availability of the sandbox's mechanic through the API. */
export async function setAvailability(
  { app, people }: Sandbox,
  status: 'available' | 'offline',
): Promise<void> {
  const response = await send(app, people.mechanic, 'PATCH', '/api/mechanics/status', { status });
  expect(response.statusCode).toBe(200);
}

/** Expects a disabled button, with the reason on the screen and in the button's description. */
export async function expectDisabled(page: Page, name: string, reason: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
  await expect(page.getByText(reason).last()).toBeVisible();
}
