import { makeVehicle } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { logIn, makeMember, openLoggedIn, robin, tokenSentTo } from './account-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

const tagline = 'Professional mobile mechanic services - we come to you!';

test('a person signs up, verifies their email address with a link that an admin passes on, logs in and logs out', async ({
  sandbox,
}) => {
  const page = await sandbox.openPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name').fill(robin.firstName);
  await page.getByLabel('Last name').fill(robin.lastName);
  await page.getByLabel('Email').fill(robin.email);
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await test.step('before verification, the person cannot log in, but can request the email again', async () => {
    sandbox.expectErrorStatus(403, '/api/account/sign-in');
    await page.getByRole('link', { name: "I've confirmed it. Log in" }).click();
    await logIn(page, robin);
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByText('Sent. It can take a minute to arrive.')).toBeVisible();
  });

  const admin = await sandbox.openAs('admin');
  const link = await test.step('an admin finds the email', async () => {
    await admin.getByRole('link', { name: 'Settings' }).first().click();
    await admin.getByRole('tab', { name: 'People' }).click();
    await admin.getByRole('link', { name: 'Account emails' }).click();
    const message = admin.getByRole('button', { name: new RegExp(`To ${robin.email}`) }).first();
    await expect(admin.getByText('/verify-email')).toHaveCount(0);
    await message.click();
    await expect(admin.getByText('This email contains a one-time link')).toBeVisible();
    await expect(admin.getByText('/verify-email')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Show message' }).click();
    return admin.getByText(/\/verify-email#token=/).innerText();
  });

  const verificationPath = /\/verify-email#token=\S+/.exec(link)?.[0] ?? '';
  await page.goto(verificationPath);
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await test.step('opening the link alone does not verify the address', async () => {
    const other = await sandbox.openPage();
    await other.goto('/sign-in');
    await logIn(other, robin);
    await expect(other.getByRole('alert')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await test.step('a used link offers to log in instead of confirming again', async () => {
    sandbox.expectErrorStatus(410, '/api/account/verify-email');
    const other = await sandbox.openPage();
    await other.goto(verificationPath);
    const confirm = other.getByRole('button', { name: 'Confirm my address' });
    await confirm.click();
    await expect(other.getByRole('alert')).toContainText('This link was already used');
    await expect(confirm).toHaveCount(0);
    await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();
  });
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, robin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Robin Hale')).toBeVisible();
  sandbox.expectEndedSessions();
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
});

test('the sign-in and sign-up forms show an error at each missing field, and focus the first field', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(401, '/api/account/sign-in');
  const page = await sandbox.openPage();
  await page.goto('/sign-in');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(password).toHaveAccessibleDescription('Please enter your password');

  await email.fill(robin.email);
  await password.fill('not this one');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(password).toHaveValue('not this one');

  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'new-password',
  );
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByText('Please enter a first name')).toBeVisible();
  await expect(page.getByText('Please enter a last name')).toBeVisible();
  for (const [length, message] of [
    [7, 'Password must be at least 8 characters.'],
    [129, 'Password must be 128 characters or fewer.'],
  ] as const) {
    await password.fill('x'.repeat(length));
    await expect(password).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  for (const length of [8, 128]) {
    await password.fill('x'.repeat(length));
    await expect(page.getByText(/^Password must be/)).toHaveCount(0);
  }
});

test('a forgotten password is replaced, and the old one no longer works', async ({ sandbox }) => {
  sandbox.expectErrorStatus(401, '/api/account/sign-in');
  sandbox.expectErrorStatus(401, '/api/events');
  await makeMember(sandbox);
  const otherDevice = await openLoggedIn(sandbox, robin);
  const page = await sandbox.openPage();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(robin.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If an account exists for')).toBeVisible();

  await page.goto(`/reset-password#token=${await tokenSentTo(sandbox, robin.email)}`);
  await page.getByLabel('New password', { exact: true }).fill('a much better one');
  sandbox.expectEndedSessions();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  expect((await otherDevice.request.get('/api/auth/user')).status()).toBe(401);

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, robin);
  await expect(page.getByRole('alert')).toBeVisible();
  await logIn(page, { ...robin, password: 'a much better one' });
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a page opened from an incomplete or already used link says what is wrong with the link', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(410, '/api/account/reset-password');
  const page = await sandbox.openPage();
  // A link truncated by an email client is reported before anything is filled in.
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto('/reset-password#token=used-up-long-ago');
  await page.getByLabel('New password', { exact: true }).fill('a much better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('link', { name: 'Request new link' })).toBeVisible();
});

test('a page that requires logging in opens after the login, and no link redirects to another site @access.pages', async ({
  sandbox,
}) => {
  await makeMember(sandbox);
  const page = await sandbox.openPage();
  await page.goto('/appointments?tab=past');
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await logIn(page, robin);
  await expect(page).toHaveURL(/\/appointments\?tab=past$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible();

  await page.goto('/sign-in?to=//elsewhere.example/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test(
  'a visitor fills in the booking form, logs in and finds it as they left it',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    await makeMember(sandbox);
    const { id } = await findPersonByEmail(sandbox, robin.email);
    await makeVehicle(sandbox.app, id);
    const page = await sandbox.openPage();
    const booking = new BookingPage(page);
    await booking.open();
    await booking.fill({
      service: sandbox.oilChange.name,
      day: 'Wednesday, March 4th, 2026',
      time: '10:00 AM',
      address: '5 Elm Street',
      notes: 'The blue gate.',
    });
    const logInLink = page.getByRole('link', { name: 'Log In', exact: true });
    await expect(logInLink).toHaveAttribute('href', '/api/login?to=%2Fbook-service');
    await logInLink.click();
    await logIn(page, robin);
    await expect(page).toHaveURL(/\/book-service$/);
    await expect(booking.time('10:00 AM')).toBeChecked();
    await expect(booking.address).toHaveValue('5 Elm Street');
    await expect(booking.notes).toHaveValue('The blue gate.');
    await booking.vehicleCard('2019 Honda Civic').check();
    await booking.submit.click();
    await expect(toast(page, 'Appointment booked')).toBeVisible();
  },
);

test('logging out in one tab logs out the other tabs too @accounts.log-out', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(401, '/api/events');
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  sandbox.expectEndedSessions();
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
});

async function findPersonByEmail(sandbox: Sandbox, email: string): Promise<{ id: string }> {
  return sandbox.app.store.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}
