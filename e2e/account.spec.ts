import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { totpCode, logIn, makeMember, openLoggedIn, robin, tokenSentTo } from './account-steps.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

test('a person sets up a second factor, signs in with it, and turns it off', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(401, '/api/account/sign-in/code');
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  await openAccount(page);
  const panel = page.getByRole('region', { name: 'Two-factor authentication' });
  await expect(panel.getByText('Off', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(
    dialog.getByRole('img', { name: 'QR code for the authenticator app' }),
  ).toBeVisible();
  await expectAccessible(page, { subject: 'setting up a second factor', alsoOnPhone: true });
  const secret = await dialog.locator('[data-secret]').innerText();
  const code = dialog.getByLabel('Code', { exact: true });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill(totpCode(secret));
  sandbox.expectEndedSessions();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Save your backup codes' })).toBeVisible();
  await expectAccessible(page, { subject: 'the backup codes', alsoOnPhone: true });
  const backupCode = await dialog.getByRole('listitem').first().innerText();
  const lastCode = await dialog.getByRole('listitem').last().innerText();
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await expect(panel.getByText('On', { exact: true })).toBeVisible();

  await test.step('logging in requires the code', async () => {
    const other = await sandbox.openPage();
    await other.goto('/sign-in?to=/settings');
    await logIn(other, robin);
    await expect(other.getByLabel('Code', { exact: true })).toBeFocused();
    await expectAccessible(other, { subject: 'the login code', alsoOnPhone: true });
    await other.getByLabel('Code', { exact: true }).fill('000000');
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('alert')).toBeVisible();
    // Enters the code of the next 30 seconds: each code works only once, and the current one was already used.
    await other.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1));
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other).toHaveURL(/\/settings$/);
  });

  await test.step('a backup code works instead', async () => {
    const other = await sandbox.openPage();
    await other.goto('/sign-in');
    await logIn(other, robin);
    await other.getByRole('button', { name: 'Use a backup code' }).click();
    await expect(other.getByLabel('Backup code')).toBeFocused();
    await other.getByLabel('Backup code').fill(backupCode);
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('changing the password requires a code too', async () => {
    sandbox.expectErrorStatus(400, '/api/account/change-password');
    const form = page.getByRole('form', { name: 'Change password' });
    await form.getByRole('textbox', { name: 'Current password' }).fill(robin.password);
    await form.getByRole('textbox', { name: 'New password' }).fill('another good long one');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('Please enter the code')).toBeVisible();
  });

  await panel.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
  await dialog.getByLabel('Code from your authenticator app, or a backup code').fill(lastCode);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(panel.getByText('Off', { exact: true })).toBeVisible();
});

test('logging out another browser takes effect immediately', async ({ sandbox }) => {
  // The other browser's live stream ends and cannot be opened again.
  sandbox.expectErrorStatus(401, '/api/events');
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  const other = await openLoggedIn(sandbox, robin);
  await openAccount(page);
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Log out/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Log out/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, { subject: 'ending a session', alsoOnPhone: true });
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
  sandbox.expectEndedSessions();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
});

test('a person changes their name, picture, password and email', async ({ sandbox }) => {
  sandbox.expectErrorStatus(400, '/api/account/change-password');
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  await openAccount(page);
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Please enter a first name')).toBeVisible();
  await page.getByLabel('First name').fill('Robyn');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0142');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Account updated')).toBeVisible();
  await expect(page.getByRole('complementary').getByText('Robyn Hale')).toBeVisible();

  await test.step('the browser reduces the size of a picture', async () => {
    await page.getByLabel('Picture').setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: await createLargePicture(page),
    });
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
    const picture = page.getByRole('main').locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(256);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(picture).toHaveCount(0);
    await page.getByLabel('Picture').setInputFiles({
      name: 'not.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await expect(
      page.getByText("This file isn't a PNG, JPEG, or WebP image, or it's corrupted."),
    ).toBeVisible();
  });

  const form = page.getByRole('form', { name: 'Change password' });
  await form.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await form.getByRole('textbox', { name: 'New password' }).fill('another good long one');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Current password' }).fill(robin.password);
  sandbox.expectEndedSessions();
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();

  const emailForm = page.getByRole('form', { name: 'Change email' });
  await emailForm.getByLabel('New email').fill('robyn@example.com');
  await emailForm.getByRole('textbox', { name: 'Your password' }).fill('another good long one');
  await emailForm.getByRole('button', { name: 'Change email' }).click();
  await expect(emailForm.getByText('Check your email')).toBeVisible();
  const cancelToken = await tokenSentTo(sandbox, robin.email);
  await page.goto(`/verify-email#token=${await tokenSentTo(sandbox, 'robyn@example.com')}`);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await openAccount(page);
  await expect(page.getByRole('main').getByText('robyn@example.com').first()).toBeVisible();
  await expect(emailForm.getByText('Check your email')).toHaveCount(0);
  sandbox.expectErrorStatus(410, '/api/account/cancel-email-change');
  await page.goto(`/cancel-email-change#token=${cancelToken}`);
  await page.getByRole('button', { name: 'Keep my email address' }).click();
  await expect(page.getByRole('alert')).toContainText('This link was already used');
  await expect(page.getByRole('button', { name: 'Keep my email address' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
});

test('an email change can be canceled on the account page, or through the link in the email', async ({
  sandbox,
}) => {
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  await openAccount(page);
  const emailForm = page.getByRole('form', { name: 'Change email' });
  const pending = emailForm.getByText('We sent an email to robyn@example.com');
  const requestChange = async () => {
    await emailForm.getByLabel('New email').fill('robyn@example.com');
    await emailForm.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
    await emailForm.getByRole('button', { name: 'Change email' }).click();
    await expect(pending).toBeVisible();
  };
  await requestChange();
  await page.reload();
  await emailForm.getByRole('button', { name: 'Cancel this change' }).click();
  await expect(pending).toHaveCount(0);

  await requestChange();
  const visitor = await sandbox.openPage();
  await visitor.goto(`/cancel-email-change#token=${await tokenSentTo(sandbox, robin.email)}`);
  await expect(visitor.getByRole('heading', { name: 'Cancel the email change' })).toBeVisible();
  await expect(pending).toBeVisible();
  await visitor.getByRole('button', { name: 'Keep my email address' }).click();
  await expect(visitor.getByText("Your email address hasn't changed.")).toBeVisible();
  // A live event updates the open account page.
  await expect(pending).toHaveCount(0);
});

test('a person deletes their account by entering the password, and can no longer log in', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(401, '/api/account/sign-in');
  await makeMember(sandbox);
  const page = await openLoggedIn(sandbox, robin);
  await openAccount(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
  sandbox.expectEndedSessions();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, robin);
  await expect(page.getByRole('alert')).toBeVisible();
});

test.describe('when staff must have a second factor', () => {
  test.use({
    serverOptions: { staffTwoFactor: true },
  });

  test('every page redirects to the account page until one is set up', async ({ sandbox }) => {
    sandbox.expectErrorStatus(403, '/api/appointments');
    sandbox.expectErrorStatus(403, '/api/appointments/counts');
    sandbox.expectErrorStatus(403, '/api/mechanics');
    sandbox.expectErrorStatus(403, '/api/conversations/counts');
    sandbox.expectErrorStatus(403, '/api/notifications/count');
    sandbox.expectErrorStatus(403, '/api/events');
    await makeMember(sandbox);
    await sandbox.app.store.kysely
      .updateTable('accounts')
      .set({ role: 'service_advisor' })
      .where('email', '=', robin.email)
      .execute();
    const page = await sandbox.openPage();
    await page.goto('/sign-in');
    await logIn(page, robin);
    await expect(page.getByText('Set up two-factor authentication to continue.')).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
    await page.getByRole('link', { name: 'Appointments' }).click();
    await expect(page).toHaveURL(/\/account$/);

    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = await dialog.locator('[data-secret]').innerText();
    await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret));
    sandbox.expectEndedSessions();
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('button', { name: "I've saved them" }).click();
    await expect(page.getByText('Set up two-factor authentication to continue.')).toHaveCount(0);
    await page.getByRole('link', { name: 'Service Advisor' }).click();
    await expect(page.getByText('No pending appointments.')).toBeVisible();
  });
});

/** Opens the account page through the settings. */
async function openAccount(page: Page): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
  await expect(
    page.getByText('Profile information is managed by your authentication provider'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Change Picture' })).toBeDisabled();
  await page.getByRole('link', { name: 'Manage account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
}

/** Returns a PNG of 900 by 700 pixels of noise, which compresses poorly. */
async function createLargePicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 700;
    const context = canvas.getContext('2d');
    const pixels = context?.createImageData(900, 700);
    if (!pixels) return '';
    for (let index = 0; index < pixels.data.length; index += 1) {
      pixels.data[index] = (index * 7919) % 251;
    }
    context?.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',', 2)[1] ?? '', 'base64');
}
