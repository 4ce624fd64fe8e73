import { signInProblems } from '@curbwrench/contract/accounts/sign-in-navigation';
import type { TestProvider } from '@curbwrench/testing/oidc-provider';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test, type Sandbox } from './sandbox.ts';

test.use({
  serverOptions: { withProvider: true },
});

test('a person signs in with a provider to open a page, and logging out ends both sessions', async ({
  sandbox,
}) => {
  const provider = getProvider(sandbox);
  provider.nextSignIn = {
    sub: 'pat-1',
    email: 'pat.doe@example.org',
    email_verified: true,
    given_name: 'Pat',
    family_name: 'Doe',
  };
  const page = await sandbox.openPage();
  await page.goto('/appointments?tab=past');
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  const providerLink = page.getByRole('link', { name: 'Continue with Test provider' });
  await expect(providerLink).toBeVisible();
  await expectAccessible(page);

  await test.step("the person confirms on the provider's page, and returns to the requested page", async () => {
    await providerLink.click();
    await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(provider.settings.issuer);
    // The first press signs in; the second one shares the name and the email address with the business.
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${sandbox.app.url}/appointments?tab=past`);
    await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible();
    await expect(page.getByText('Pat Doe')).toBeVisible();
  });

  await test.step('logging out ends both sessions, so the provider shows its sign-in page again', async () => {
    sandbox.expectEndedSessions();
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${sandbox.app.url}/`);
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
    await page.goto('/sign-in');
    await providerLink.click();
    await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible();
  });

  await test.step("canceling on the provider's page is reported", async () => {
    provider.nextSignIn = 'cancel';
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText(signInProblems.cancelled);
  });
});

test('if the provider is down, the page says so, and the provider can be used again without a server restart', async ({
  sandbox,
}) => {
  const provider = getProvider(sandbox);
  await provider.stop();
  const page = await sandbox.openPage();
  await page.goto('/sign-in?to=/appointments');
  const providerLink = page.getByRole('link', { name: 'Continue with Test provider' });
  await providerLink.click();
  await expect(page.getByRole('alert')).toHaveText(signInProblems.unavailable);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessible(page);

  await provider.start();
  await providerLink.click();
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible();
});

function getProvider({ provider }: Sandbox): TestProvider {
  if (!provider) throw new Error('This test has no provider.');
  return provider;
}
