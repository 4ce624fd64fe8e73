import { expect } from '@playwright/test';
import { makeAppointment, makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { test, today } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("on a phone, the office first sees today's appointments and three of the available mechanics @dispatch.available @dispatch.today", async ({
  sandbox,
}) => {
  for (let count = 1; count < 10; count += 1) {
    await makeMechanic(sandbox.app, { firstName: `Kit ${count}`, lastName: 'Okafor' });
  }
  await makeAppointment(sandbox.app, {
    date: today,
    start_time: '14:00',
    end_time: '15:00',
    status: 'confirmed',
    mechanic_id: sandbox.people.mechanic.id,
    customer_id: sandbox.people.customer.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('advisor', phone);
  await expect(page.getByText('1 appointment today: 1 confirmed')).toBeVisible();
  const card = page.getByRole('region', { name: 'Available Mechanics' });
  await expect(card).toContainText('10 mechanics available for assignment');
  const sickButtons = card.getByRole('button', { name: /^Mark (?!someone).+ out sick$/ });
  await expect(sickButtons).toHaveCount(3);
  // The lists are visible without scrolling, above the bar at the bottom.
  await expect(page.getByRole('tab', { name: /Pending/ })).toBeInViewport();
  await card.getByRole('button', { name: 'Show all 10 available mechanics' }).click();
  await expect(sickButtons).toHaveCount(10);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Show fewer available mechanics' }).click();
  await expect(sickButtons).toHaveCount(3);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(sickButtons).toHaveCount(8);
  await page.getByRole('link', { name: '1 appointment today' }).click();
  await expect(page).toHaveURL(new RegExp(`date=${today}`));
});
