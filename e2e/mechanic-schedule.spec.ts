import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect } from '@playwright/test';
import { makeAppointment, makeMechanic, makeVehicle } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { test, today } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

test("a mechanic's day is grouped by status, and the week shows the number of jobs per day @mechanics.day", async ({
  sandbox,
}) => {
  const { mechanic: marcus, advisor: avery, customer: casey } = sandbox.people;
  // Another mechanic, whose job must not appear in the schedule.
  const other = await makeMechanic(sandbox.app);
  const vehicle_id = await makeVehicle(sandbox.app, casey.id);
  const details = {
    date: today,
    customer_id: casey.id,
    vehicle_id,
    service_id: sandbox.oilChange.id,
  };
  const early = { ...details, start_time: '08:00', end_time: '09:00' };
  const completed = await makeAppointment(sandbox.app, {
    ...early,
    status: 'completed',
    mechanic_id: marcus.id,
  });
  await makeAppointment(sandbox.app, { ...details, status: 'confirmed', mechanic_id: other.id });
  for (const time of ['11:00', '14:00']) {
    const id = await bookThroughApi(sandbox, today, time);
    await changeThroughApi(sandbox, avery, id, { status: 'confirmed', mechanicId: marcus.id });
    if (time === '11:00') await changeThroughApi(sandbox, marcus, id, { status: 'in_progress' });
  }
  const page = await sandbox.openAs('mechanic', phone);
  await expect(page.getByText('Welcome back, Marcus!')).toBeVisible();
  await expect(page.getByLabel('Today', { exact: true }).locator('div')).toHaveText([
    /Today's Jobs\s*3/,
    /Upcoming\s*1/,
    /In Progress\s*1/,
    /Completed\s*1/,
  ]);

  for (const group of ['In Progress (1)', 'Upcoming (1)', 'Completed (1)']) {
    await expect(page.getByRole('region', { name: group }).getByRole('article')).toHaveCount(1);
  }
  const job = page.getByRole('region', { name: 'In Progress (1)' }).getByRole('article');
  await expect(job).toHaveText(
    /11:00 AM – 12:00 PM.*2019 Honda Civic.*5 Elm Street, San Francisco/,
  );
  await expect(job.getByRole('button')).toHaveText([
    /I Have Arrived/,
    /Complete Service/,
    'Customer Details',
  ]);
  const finished = page.getByRole('region', { name: 'Completed (1)' }).getByRole('article');
  await expect(finished).toHaveText(
    new RegExp(
      `8:00 AM – 9:00 AM.*${displayId(completed)}.*Oil & Filter Change.*2019 Honda Civic.*1 Curb Street`,
    ),
  );
  await expect(finished.getByRole('button')).toHaveText('Customer Details');

  const week = page.getByRole('region', { name: 'Upcoming Week' });
  await expect(week.getByRole('listitem')).toHaveText([
    /Sun.*1.*Off/,
    /Mon.*2.*Off/,
    /Tue.*3.*3 jobs/,
    /Wed.*4.*Off/,
    /Thu.*5.*Off/,
  ]);
  await week.getByRole('button', { name: 'Next week' }).click();
  await expect(week).toContainText('Sun, Mar 08 – Thu, Mar 12, 2026');
  await expect(week.getByRole('link', { name: 'View Full Schedule' })).toHaveAttribute(
    'href',
    '/appointments',
  );
  await expectAccessible(page);
});

test.describe('on a narrow phone', () => {
  for (const width of [320, 390]) {
    test(`at ${width} px, the next job's address, primary action, Navigate and Call are visible without scrolling @mechanics.first-screen`, async ({
      sandbox,
    }) => {
      const { mechanic, customer } = sandbox.people;
      await makeAppointment(sandbox.app, {
        date: today,
        start_time: '13:00',
        end_time: '14:00',
        status: 'confirmed',
        customer_id: customer.id,
        mechanic_id: mechanic.id,
        service_id: sandbox.oilChange.id,
        address: '1842 Octavia Boulevard, Apartment 12B, San Francisco, CA 94110',
        gate_code: 'Buzzer 12',
      });
      const page = await sandbox.openAs('mechanic', {
        ...phone,
        viewport: { width, height: 844 },
      });
      const job = page.getByRole('article').first();
      for (const element of [
        job.getByRole('button', { name: /^Start Service/ }),
        job.getByRole('link', { name: /^Navigate/ }),
        job.getByRole('link', { name: /^Call/ }),
        job.getByText('1842 Octavia Boulevard'),
      ]) {
        await expect(element).toBeInViewport({ ratio: 1 });
      }
      const top = await job.evaluate((card) => card.getBoundingClientRect().top);
      expect(top, 'the height of everything above the job').toBeLessThan(844 / 2);
    });
  }
});
