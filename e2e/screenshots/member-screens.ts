import type { Page } from '@playwright/test';
import { password } from '@curbwrench/testing/accounts';
import { appCode } from '../account-steps.ts';
import type { DemoSite } from './demo-site.ts';
import { at, opened, withoutAnswers, type Screen } from './screen.ts';

/** Screens that need a password. The second factor is on from the backup codes on. */
export const memberScreens: readonly Screen[] = [
  at('dashboard', '/'),
  at('account', '/account'),
  ...withoutAnswers('account', '/account'),
  opened('account-end-session', '/account', /^Log out everywhere else/),
  opened('account-delete', '/account', 'Delete account'),
  opened('account-two-factor', '/account', 'Set up'),
  { name: 'account-two-factor-code', path: '/account', act: secretShown },
  { name: 'account-backup-codes', path: '/account', act: secondFactorOn },
  at('account-with-two-factor', '/account'),
  opened('account-two-factor-stop', '/account', 'Switch off'),
];

/** Logs a new member in. */
export async function enterMember(page: Page, site: DemoSite): Promise<void> {
  await page.goto('/sign-in');
  await logIn(page, (await site.makeMember()).email);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Fills in the page that asks for e-mail and password. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function secretShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
}

async function secondFactorOn(page: Page): Promise<void> {
  await secretShown(page);
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('[data-secret]').innerText();
  await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByRole('heading', { name: 'Keep your backup codes' }).waitFor();
}
