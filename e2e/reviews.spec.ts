import { expect } from '@playwright/test';
import { makeCompletedJob, makeReview } from '@curbwrench/testing/reviews';
import { expectAccessible } from './accessibility.ts';
import { panel } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a customer reviews a job, the office replies, and an admin hides the review @reviews.write @reviews.reply @reviews.hide', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  const id = await makeCompletedJob(app, people.customer.id, people.mechanic.id, {
    service_id: oilChange.id,
  });
  const customer = await sandbox.openAs('customer', phone);
  await customer.goto(`/appointments/${id}`);
  const form = panel(customer, 'How did we do?');
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(form).toContainText('Please choose a rating.');
  await expectAccessible(customer);
  await form.getByRole('radio', { name: '3 stars' }).focus();
  await customer.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await form.getByLabel('Your review').fill('On time.\nCall me at 555 0199!');

  const advisor = await sandbox.openAs('advisor');
  await advisor.goto(`/appointments/${id}`);
  await expect(panel(advisor, 'Price and terms')).toBeVisible();
  await expect(panel(advisor, 'Review')).toHaveCount(0);
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(toast(customer, 'Thank you')).toBeVisible();
  const own = panel(customer, 'Your review');
  await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();

  // The office's open page shows it without a reload.
  await panel(advisor, 'Review').getByRole('button', { name: 'Reply' }).click();
  const dialog = advisor.getByRole('dialog', { name: 'Reply to review' });
  await dialog.getByLabel('Reply').fill('Thank you, Casey!');
  await dialog.getByRole('button', { name: 'Post reply' }).click();
  await expect(dialog).toBeHidden();
  await expect(own).toContainText('Reply from Curbwrench');
  await expect(own).toContainText('Thank you, Casey!');

  const admin = await sandbox.openAs('admin');
  await admin.goto(`/appointments/${id}`);
  await panel(admin, 'Review').getByRole('button', { name: 'Hide' }).click();
  const hideDialog = admin.getByRole('dialog', { name: 'Hide review' });
  await hideDialog.getByRole('button', { name: 'Hide review' }).click();
  await expect(hideDialog).toContainText('Please choose a reason.');
  await expectAccessible(admin);
  await hideDialog.getByRole('radio', { name: /^Personal information/ }).check();
  await hideDialog.getByRole('button', { name: 'Hide review' }).click();
  await expect(hideDialog).toBeHidden();
  await expect(own).toContainText('Hidden: Personal information');
  await expect(own).toContainText('Call me at 555 0199!');

  const visitor = await sandbox.openPage();
  await visitor.goto('/reviews');
  await expect(visitor.getByText(/hidden because (it was|they were) abusive/)).toBeVisible();
  await expect(visitor.getByText('Call me at 555 0199!')).toHaveCount(0);
  await panel(admin, 'Review').getByRole('button', { name: 'Unhide' }).click();
  await expect(toast(admin, 'Review is public again')).toBeVisible();
  await visitor.reload();
  const review = visitor.getByRole('article').filter({ hasText: 'Call me at 555 0199!' });
  await expect(review).toContainText('Casey');
  await expect(review).not.toContainText('Morgan');
  await expect(review).toContainText('Thank you, Casey!');
  await expectAccessible(visitor);
});

test('a mechanic sees the reviews of their own jobs @reviews.mechanic', async ({ sandbox }) => {
  const { app, people, oilChange } = sandbox;
  const job = await makeCompletedJob(app, people.customer.id, people.mechanic.id, {
    service_id: oilChange.id,
  });
  await makeReview(app, job, { rating: 2, text: 'Left oil on the driveway.' });
  const page = await sandbox.openAs('mechanic', phone);
  await page.getByRole('link', { name: 'My reviews' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My reviews' })).toBeVisible();
  await expect(page.getByText('2.0 out of 5 from 1 review')).toBeVisible();
  const review = page.getByRole('article');
  await expect(review).toContainText('Left oil on the driveway.');
  await expect(review.getByRole('button')).toHaveCount(0);
  await review.getByRole('link').click();
  await expect(panel(page, 'Review')).toContainText('Left oil on the driveway.');
});
