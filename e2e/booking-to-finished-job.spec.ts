import { expect, type Page } from '@playwright/test';
import { closePaymentDialog } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test(
  'a booking goes from request to completed job, and everyone sees each step without reloading @appointments.main-path',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    const customer = await sandbox.openAs('customer');
    const advisor = await sandbox.openAs('advisor');
    const mechanic = await sandbox.openAs('mechanic', phone);
    const admin = await sandbox.openAs('admin');
    const pages = { customer, advisor, mechanic, admin };
    const loads = countLoads(Object.values(pages));
    const stat = (name: string, value: number) =>
      admin
        .getByRole('main')
        .locator('div')
        .filter({ hasText: new RegExp(`^${name}\\s*${value}(?!\\d)`) })
        .last();

    await expect(stat("Today's Appointments", 0)).toBeVisible();
    await expect(admin.getByText('No pending appointments at the moment.')).toBeVisible();
    await expect(advisor.getByText('No pending appointments.')).toBeVisible();
    await expect(
      mechanic.getByText("You don't have any appointments scheduled for today."),
    ).toBeVisible();

    await test.step('the customer adds a vehicle and books for today', async () => {
      await customer.getByRole('link', { name: 'Book Service' }).click();
      const booking = new BookingPage(customer);
      await expect(
        booking.vehicle.getByRole('button', { name: 'Add Your First Vehicle' }),
      ).toBeVisible();
      await booking.addVehicle({ year: '2019', make: 'Honda', model: 'Civic' });
      await expect(toast(customer, 'Vehicle added')).toBeVisible();
      await expect(toast(customer, 'Your vehicle has been added successfully.')).toBeVisible();
      await expect(booking.vehicleCard('2019 Honda Civic')).toBeChecked();
      await booking.fill({
        service: sandbox.oilChange.name,
        day: 'Tuesday, March 3rd, 2026',
        time: '1:00 PM',
        address: '5 Elm Street, San Francisco',
        notes: 'The blue gate.',
      });
      const steps = customer.getByRole('list', { name: 'Booking steps' }).getByRole('listitem');
      await expect(steps).toHaveText([
        /Service Details.*Complete/,
        /Schedule.*Complete/,
        /Confirmation.*In Progress/,
      ]);
      await booking.submit.click();
      await expect(toast(customer, 'Appointment booked')).toBeVisible();
      await expect(
        toast(customer, 'Your appointment has been successfully scheduled.'),
      ).toBeVisible();
      await expect(customer).toHaveURL(/\/appointments$/);
      await expect(customer.getByRole('article', { name: 'Oil & Filter Change' })).toContainText(
        'Pending',
      );
    });

    await test.step('the advisor sees it appear and assigns the mechanic', async () => {
      const row = advisor.getByRole('article', { name: 'Oil & Filter Change' });
      await expect(row).toContainText('Pending');
      await expect(row).toContainText('Mar 03, 2026');
      await expect(row).toContainText('1:00 PM – 2:00 PM');
      await expect(row).toContainText('5 Elm Street, San Francisco');
      await expect(admin.getByText('No pending appointments at the moment.')).toBeHidden();
      await expect(stat('Pending Appointments', 1)).toBeVisible();
      await row.getByRole('button', { name: /Assign Mechanic/ }).click();
      const dialog = advisor.getByRole('dialog', { name: 'Assign Mechanic' });
      await expect(dialog.getByRole('radio', { name: 'Marcus Bell' })).toBeChecked();
      await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
      await expect(toast(advisor, 'Mechanic Assigned')).toBeVisible();
      await expect(advisor.getByText('No pending appointments.')).toBeVisible();
    });

    await test.step('the mechanic sees it appear, starts it and completes it', async () => {
      const job = mechanic.getByRole('article', { name: 'Oil & Filter Change' });
      await expect(job).toContainText('2019 Honda Civic');
      await expect(job).toContainText('The blue gate.');
      await expect(customer.getByRole('article', { name: 'Oil & Filter Change' })).toContainText(
        'Marcus Bell',
      );
      await job.getByRole('button', { name: /Start Service/ }).click();
      await expect(toast(mechanic, 'Appointment Updated')).toBeVisible();
      await expect(job).toContainText('In Progress');
      await expect(customer.getByRole('article', { name: 'Oil & Filter Change' })).toContainText(
        'In Progress',
      );
      await expect(admin.getByText('On a job')).toBeVisible();
      await job.getByRole('button', { name: /Complete Service/ }).click();
      const sheet = mechanic.getByRole('dialog', { name: 'Complete #0001?' });
      await expect(sheet).toHaveAccessibleDescription('Oil & Filter Change: $89.00 will be due.');
      await sheet.getByLabel('Work done').fill('Changed the oil and the filter.');
      await sheet.getByRole('button', { name: 'Complete Service' }).click();
      await closePaymentDialog(mechanic);
      const finished = mechanic.getByRole('region', { name: 'Completed (1)' });
      await expect(finished.getByRole('article', { name: 'Oil & Filter Change' })).toBeVisible();
      await expect(mechanic.getByRole('button', { name: /Service #0001/ })).toHaveCount(0);
      await expect(admin.getByText('On a job')).toBeHidden();
    });

    await test.step('the customer finds it under Recent Services with a pending payment', async () => {
      await customer.getByRole('link', { name: 'Dashboard', exact: true }).click();
      const table = customer.getByRole('table', { name: 'Recent Services' });
      await expect(table.getByRole('columnheader')).toHaveText([
        'Service',
        'Vehicle',
        'Date',
        'Amount',
        'Status',
      ]);
      const service = table.getByRole('row', { name: /Oil & Filter Change/ });
      await expect(service).toContainText('2019 Honda Civic');
      await expect(service).toContainText('Mar 03, 2026');
      await expect(service).toContainText('$89.00');
      await expect(service).toContainText('Payment pending');
      await expect(service).toContainText('Completed');
    });

    await test.step('the numbers on the admin dashboard are updated', async () => {
      await expect(stat("Today's Appointments", 1)).toBeVisible();
      await expect(stat('Pending Appointments', 0)).toBeVisible();
      const payment = admin.getByRole('row', { name: /Casey Morgan/ });
      await expect(payment).toContainText('Oil & Filter Change');
      await expect(payment).toContainText('$89.00');
      await expect(payment).toContainText('Pending');
    });

    expect(loads(), 'no page was reloaded').toEqual([0, 0, 0, 0]);
  },
);

/** Starts counting each page's full loads, without client-side navigation. Returns a function that reads the counts. */
function countLoads(pages: readonly Page[]): () => number[] {
  const counts = pages.map(() => 0);
  pages.forEach((page, index) => {
    page.on('domcontentloaded', () => {
      counts[index] = (counts[index] ?? 0) + 1;
    });
  });
  return () => counts;
}
