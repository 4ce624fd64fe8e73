import { expect, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { makeAppointment, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { today, type Sandbox } from './sandbox.ts';

const center = { lat: 37.7749, lng: -122.4194 };

type Details = Partial<Parameters<typeof makeAppointment>[1]>;

/** Inserts an appointment today, at a location given in degrees north and east of the center. */
export function makeJob(
  { app, people, oilChange }: Sandbox,
  [north, east]: readonly [number, number],
  details: Details = {},
): Promise<number> {
  return makeAppointment(app, {
    date: today,
    start_time: '11:00',
    end_time: '12:00',
    customer_id: people.customer.id,
    service_id: oilChange.id,
    latitude: center.lat + north,
    longitude: center.lng + east,
    place_precision: 'house',
    ...details,
  });
}

/** Reports a mechanic's position over HTTP. */
export async function reportPosition(
  { app }: Sandbox,
  mechanic: Person,
  [north, east]: readonly [number, number],
): Promise<void> {
  const location = { lat: center.lat + north, lng: center.lng + east };
  const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', { location });
  expect(response.statusCode, response.body).toBe(200);
}

/** Opens the advisor's page and its live map. */
export async function openMap(sandbox: Sandbox, options?: BrowserContextOptions): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people.advisor, options);
  await page.goto('/service-advisor');
  // When the board appears, it pushes down what is below it.
  await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
  await page.getByRole('button', { name: 'Show map' }).click();
  // The map is below the board, and dragging needs the markers inside the window.
  await page
    .getByRole('region', { name: 'Live Map', exact: true })
    .evaluate((map) => map.scrollIntoView());
  return page;
}

export const findVanRow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Mechanics' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .first();
export const findUnassignedRows = (page: Page) =>
  page.getByRole('list', { name: 'Unassigned' }).getByRole('listitem');
export const findVan = (page: Page, { id }: Person) => page.locator(`[data-drop-target="${id}"]`);
export const findMarker = (page: Page, text: string) =>
  page.locator('.maplibregl-marker').getByText(text, { exact: true });

export async function findCenter(marker: Locator): Promise<{ x: number; y: number }> {
  const box = await marker.boundingBox();
  if (!box) throw new Error('The marker is not on the map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
