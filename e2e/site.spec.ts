import { makePlan, makeService, makeServiceArea } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectToast } from './booking-page.ts';
import { onOwnServer, test } from './sandbox.ts';

test.use(onOwnServer);

test('a visitor reads services, plans and areas, and can book or log in from there @site.open', async ({
  sandbox,
}) => {
  await makePlan(sandbox.app, { name: 'Small Care', price: '29.00' });
  await makeServiceArea(sandbox.app, ['94110'], { name: 'Mission' });
  const page = await sandbox.openPage();
  await page.goto('/services');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/api/login?to=%2Fservices',
  );
  await expect(header.getByRole('link', { name: 'Book', exact: true })).toHaveAttribute(
    'href',
    '/book-service',
  );
  const card = page.getByRole('article', { name: 'Oil & Filter Change' });
  await expect(card).toContainText('$89.00');
  await card.getByRole('link', { name: /Book Now/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book Service' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: sandbox.oilChange.name })).toBeChecked();

  await header.getByRole('link', { name: 'Plans' }).click();
  const plan = page.getByRole('article', { name: 'Small Care' });
  await expect(plan).toContainText('$29.00');
  await expect(plan.getByRole('link', { name: 'Log in to join Small Care' })).toHaveAttribute(
    'href',
    '/api/login?to=%2Fsubscription-plans',
  );
  await expect(plan).not.toContainText('member');

  await header.getByRole('link', { name: 'Areas' }).click();
  await expect(page.getByRole('heading', { name: 'Mission' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('a visitor checks on the landing page whether the business serves their area @site.zip-check', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(400, '/api/service-areas/answer');
  await makeServiceArea(sandbox.app, ['94110'], { name: 'Mission', trip_fee: '15.00' });
  const page = await sandbox.openPage();
  await page.goto('/');
  const zip = page.getByLabel('Do we serve your area?');
  await zip.fill('9411');
  await zip.press('Enter');
  await expect(page.getByText('A ZIP code must have five digits')).toBeVisible();
  await zip.fill('94110');
  await page.getByRole('button', { name: 'Check ZIP code' }).click();
  await expect(page.getByText('Yes, we serve 94110.')).toBeVisible();
  await expect(page.getByText('A trip fee of $15.00 is added to the price.')).toBeVisible();
  await expect(page.getByText('A ZIP code must have five digits')).toHaveCount(0);
  await zip.fill('10001');
  await zip.press('Enter');
  await expect(page.getByText("We don't serve 10001 yet.")).toBeVisible();
  await expectAccessible(page);

  // The form opens this URL if it is submitted before the page's scripts run.
  await page.goto('/service-area-map?zip=94110');
  await expect(page.getByText('Yes, we serve 94110.')).toBeVisible();
});

test('the landing page shows prices, hours and questions, and a changed price after a reload @site.landing', async ({
  sandbox,
}) => {
  await makeService(sandbox.app, { name: 'Battery', price: '45.00', duration: 30 });
  const page = await sandbox.openPage();
  await page.goto('/');
  const services = page.getByRole('region', { name: 'Services and prices' });
  await expect(services.getByRole('link', { name: 'Battery' })).toContainText('30 min');
  await expect(services.getByRole('link', { name: 'Oil & Filter Change' })).toContainText('$89.00');
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions.getByText('Each service has its own price for labor')).toBeVisible();
  await questions.getByText('Can I cancel or reschedule?').click();
  await expect(questions.getByText('up to 24 hours before it starts')).toBeVisible();

  const admin = await sandbox.openWithSession(sandbox.people.admin);
  await admin.request.patch(`/api/services/${sandbox.oilChange.id}`, { data: { price: '95.00' } });
  await page.reload();
  await expect(services.getByRole('link', { name: 'Oil & Filter Change' })).toContainText('$95.00');
});

test('an admin edits the wording for visitors, and open pages show it immediately @site.wording', async ({
  sandbox,
}) => {
  const customer = await sandbox.openWithSession(sandbox.people.customer);
  await customer.goto('/terms');
  await expect(customer.getByText('Reply STOP to any message')).toBeVisible();

  const admin = await sandbox.openWithSession(sandbox.people.admin);
  await admin.goto('/settings?tab=business');
  const form = admin.getByRole('form', { name: 'Wording for visitors' });
  await form
    .getByLabel('Terms', { exact: true })
    .fill('# Fair terms\nBe there on time.\n\n- Please');
  await form.getByLabel('FAQ').fill('# Do you fix vans?\nYes.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(admin, 'Wording saved', "It's live on your website.");
  await expectAccessible(admin);

  await expect(customer.getByRole('heading', { level: 2, name: 'Fair terms' })).toBeVisible();
  await expect(customer.getByRole('listitem').filter({ hasText: 'Please' })).toBeVisible();
  await expect(customer.getByText('Reply STOP')).toHaveCount(0);
  const visitor = await sandbox.openPage();
  await visitor.goto('/');
  await expect(visitor.getByText('Do you fix vans?')).toBeVisible();

  await form.getByRole('button', { name: 'Use the default wording: Terms' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(customer.getByText('Reply STOP to any message')).toBeVisible();
});
