import type { Page } from '@playwright/test';
import { password } from '@curbwrench/testing/accounts';
import { totpCode, logIn } from '../account-steps.ts';
import type { DemoApp } from './demo-app.ts';
import { loadingAndFailed, screenAt, withOverlay, type Screen } from './screen.ts';

/** The screens of a customer with a password. From 'account-backup-codes' on, the second factor is on. */
export const memberScreens: readonly Screen[] = [
  screenAt('dashboard', '/'),
  screenAt('account', '/account'),
  ...loadingAndFailed('account', '/account'),
  withOverlay('account-end-session', '/account', /^Log out everywhere else/),
  withOverlay('account-delete', '/account', 'Delete account'),
  withOverlay('account-two-factor', '/account', 'Set up'),
  { name: 'account-two-factor-code', path: '/account', interact: showSecret },
  { name: 'account-backup-codes', path: '/account', interact: enableSecondFactor },
  screenAt('account-with-two-factor', '/account'),
  withOverlay('account-two-factor-stop', '/account', 'Turn off'),
];

/** Makes a new member and logs them in. */
export async function signInAsMember(page: Page, app: DemoApp): Promise<void> {
  await page.goto('/sign-in');
  await logIn(page, await app.makeMember());
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

async function showSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
}

async function enableSecondFactor(page: Page): Promise<void> {
  await showSecret(page);
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('[data-secret]').innerText();
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('heading', { name: 'Save your backup codes' }).waitFor();
}
