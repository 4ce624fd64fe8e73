import { expect } from '@playwright/test';
import {
  makeAppointment,
  makePerson,
  makePlan,
  makeServiceArea,
  type Person,
} from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { renderedByServer, test, today, type Sandbox } from './sandbox.ts';

test.use(renderedByServer);

/** Fetches a page's document, retrying until the rendering thread has started and renders the page. */
async function fetchRenderedDocument({ app }: Sandbox, path: string, person: Person | null) {
  let policy = '';
  let html = '';
  await expect(async () => {
    const headers = { 'sec-fetch-mode': 'navigate' };
    const response = await send(app, person, 'GET', path, undefined, headers);
    policy = String(response.headers['content-security-policy']);
    html = response.body;
    expect(html).toContain('data-tsr-stream-part');
  }).toPass({ timeout: 60_000 });
  return { html, policy };
}

test('the pages that people open first are complete before any script has run', async ({
  sandbox,
}) => {
  const { customer, mechanic, advisor, admin } = sandbox.people;
  await makePlan(sandbox.app, { name: 'Small Care' });
  await makeServiceArea(sandbox.app, ['94110'], { name: 'Mission' });
  const details = { customer_id: customer.id, service_id: sandbox.oilChange.id, date: today };
  await makeAppointment(sandbox.app, { ...details, address: '7 Elm Street' });
  await makeAppointment(sandbox.app, {
    ...details,
    start_time: '14:00',
    end_time: '15:00',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    address: '12 Ponsonby Road',
  });
  const pageTexts = [
    [customer, '/', 'Oil & Filter Change'],
    [customer, '/appointments', 'Oil & Filter Change'],
    [customer, '/book-service', 'Service Type'],
    [null, '/book-service', 'Service Type'],
    [null, '/services', 'Oil & Filter Change'],
    [null, '/subscription-plans', 'Small Care'],
    [null, '/service-area-map', 'Mission'],
    [null, '/privacy', 'No mobile information will be shared'],
    [null, '/terms', 'Reply STOP'],
    [mechanic, '/', '12 Ponsonby Road'],
    [advisor, '/service-advisor', 'Pending'],
    [admin, '/', 'Dana'],
  ] as const;
  for (const [person, path, text] of pageTexts) {
    await fetchRenderedDocument(sandbox, path, person);
    const options = { javaScriptEnabled: false };
    const page = person
      ? await sandbox.openWithSession(person, options)
      : await sandbox.openPage(options);
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.context().close();
  }
});

test('a browser hydrates a rendered page without loading its data again', async ({ sandbox }) => {
  const { customer } = sandbox.people;
  await makeAppointment(sandbox.app, { customer_id: customer.id, date: today });
  for (const path of ['/', '/appointments', '/book-service']) {
    await fetchRenderedDocument(sandbox, path, customer);
    const page = await sandbox.openWithSession(customer);
    const heading = page.getByRole('heading', { level: 1 });
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto(path);
    // The browser keeps the server's element instead of replacing it.
    const serverHeading = await heading.elementHandle();
    await expect(page.getByRole('button', { name: 'Curbwrench Assistant' })).toBeVisible();
    expect(await serverHeading?.evaluate((element) => element.isConnected), path).toBe(true);
    expect(requestedPaths.join(), path).not.toMatch(/\/api\/(appointments|vehicles|services|auth)/);
    await page.context().close();
  }
});

test('a booking draft is restored on a page that the server rendered', async ({ sandbox }) => {
  await fetchRenderedDocument(sandbox, '/book-service', null);
  // In the business's time zone, times are shown without a zone.
  const page = await sandbox.openPage({ timezoneId: 'America/Los_Angeles' });
  await page.goto('/book-service');
  const service = page.getByLabel('Service Type');
  await expect(page.locator('form[inert]')).toHaveCount(0);
  await service.getByRole('checkbox', { name: sandbox.oilChange.name }).check();
  await page.getByLabel('Additional Notes').fill('Rattles when cold');
  await page.reload();
  await expect(page.getByLabel('Additional Notes')).toHaveValue('Rattles when cold');
  await expect(service.getByRole('checkbox', { name: sandbox.oilChange.name })).toBeChecked();
});

test('every inline script in a rendered page carries that page’s own nonce', async ({
  sandbox,
}) => {
  const firstName = '</script><script>alert(1)</script>';
  const person = await makePerson(sandbox.app, 'customer', { firstName });
  const nonces = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- pages are loaded one after another
    const { html, policy } = await fetchRenderedDocument(sandbox, '/', person);
    const nonce = /script-src 'self' 'nonce-([^']{24})'$/.exec(policy)?.[1] ?? '';
    const inlineScripts = [...html.matchAll(/<script(?![^>]* (src|type)=)[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(inlineScripts.length).toBeGreaterThan(0);
    for (const tag of inlineScripts) expect(tag).toContain(`nonce="${nonce}"`);
    expect(policy).not.toContain('unsafe');
    expect(html).not.toContain('<script>alert');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(2);
});

test("pages rendered at the same time contain only their own user's data", async ({ sandbox }) => {
  const names = ['Quintana', 'Rutherford', 'Szymanski'];
  const people: Person[] = [];
  for (const lastName of names) {
    people.push(await makePerson(sandbox.app, 'customer', { lastName }));
  }
  const viewers = Array.from({ length: 8 }, () => people).flat();
  const pages = await Promise.all(
    viewers.map((person) => fetchRenderedDocument(sandbox, '/', person)),
  );
  for (const [index, { html }] of pages.entries()) {
    const own = names[index % names.length] ?? '';
    for (const name of names) expect(html.includes(name), `${own}: ${name}`).toBe(name === own);
  }
});
