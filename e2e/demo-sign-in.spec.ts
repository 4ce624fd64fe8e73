import { expect } from '@playwright/test';
import { BookingPage, toast } from './booking-page.ts';
import { enterDemo, test, type Sandbox } from './sandbox.ts';

const tagline = 'Professional mobile mechanic services - we come to you!';

test('a visitor fills in the booking form, signs in and finds it as they left it @booking.visitor-sign-in', async ({
  sandbox,
}) => {
  const booking = await fillBookingAsVisitor(sandbox);
  await booking.page.getByRole('link', { name: 'Curbwrench' }).click();
  await enterDemo(booking.page, 'customer');
  await booking.page.getByRole('link', { name: 'Book Service' }).click();
  await expectFormRestored(booking, sandbox);

  await booking.addVehicle({ year: '2019', make: 'Honda', model: 'Civic' });
  await booking.submit.click();
  await expect(toast(booking.page, 'Appointment booked')).toBeVisible();
  await booking.open();
  await expect(booking.address, 'a submitted form is not stored').toHaveValue('');
});

test('logging out ends the session immediately @accounts.log-out', async ({ sandbox }) => {
  const page = await sandbox.openPage();
  await page.goto('/');
  await page.evaluate(() => Object.assign(globalThis, { before: true }));
  await enterDemo(page, 'customer');
  expect(await page.evaluate(() => 'before' in globalThis), 'the page is reloaded').toBe(false);
  const storedUser = await page.evaluate(() => localStorage.getItem('demoUser') ?? '');
  expect(Object.keys(JSON.parse(storedUser) as object)).toEqual([
    'id',
    'email',
    'firstName',
    'lastName',
    'role',
  ]);
  sandbox.expectEndedSessions();
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { name: 'Authentication required' })).toBeVisible();
});

test.describe('a forged demo user', () => {
  const forged = { id: 'x', email: 'x@example.com', firstName: 'X', lastName: 'Y', role: 'admin' };

  test('gives a customer no additional access @access.session', async ({ sandbox }) => {
    const page = await sandbox.openAs('customer');
    await page.evaluate((user) => localStorage.setItem('demoUser', JSON.stringify(user)), forged);
    await page.reload();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Casey Morgan')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull();
    expect((await page.request.get('/api/admin/stats')).status()).toBe(403);
  });

  test('is removed if it is invalid @screens.stored-person', async ({ sandbox }) => {
    const page = await sandbox.openPage();
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('demoUser', '{"role":"admin"}'));
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull();
  });
});

test.describe('a real business', () => {
  test.use({ serverOptions: { demo: false } });

  test('has no demo buttons, and a forged demo user gives no access @screens.stored-person', async ({
    sandbox,
  }) => {
    sandbox.expectErrorStatus(404, '/api/demo/session');
    const page = await sandbox.openPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0);
    await page.evaluate(() =>
      localStorage.setItem(
        'demoUser',
        '{"id":"x","email":"x@example.com","firstName":"X","lastName":"Y","role":"admin"}',
      ),
    );
    // Until the server responds, the page renders for the stored person and may send requests as them.
    sandbox.expectEndedSessions();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull();
  });
});

async function fillBookingAsVisitor(sandbox: Sandbox): Promise<BookingPage> {
  const booking = new BookingPage(await sandbox.openPage());
  await booking.open();
  await expect(booking.page.getByText('Please log in to see your vehicles')).toBeVisible();
  await booking.fill({
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
    notes: 'The blue gate.',
  });
  return booking;
}

async function expectFormRestored(booking: BookingPage, sandbox: Sandbox): Promise<void> {
  await expect(booking.vehicle).toBeVisible();
  await expect(booking.serviceRow(sandbox.oilChange.name)).toBeChecked();
  await expect(booking.time('10:00 AM')).toBeChecked();
  await expect(booking.address).toHaveValue('5 Elm Street');
  await expect(booking.notes).toHaveValue('The blue gate.');
  await expect(booking.page.getByRole('region', { name: 'Booking Summary' })).toContainText(
    'Mar 04, 2026',
  );
}
