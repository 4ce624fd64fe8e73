import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, expectToast, toast } from './booking-page.ts';
import { onOwnServer, test } from './sandbox.ts';

test.use(onOwnServer);

const path = '/settings?tab=business';

async function openSettings(page: Page) {
  await page.goto(path);
  const form = page.getByRole('form', { name: 'Business settings' });
  await expect(form.getByLabel('Name')).toBeVisible();
  return {
    form,
    saturday: form.getByRole('group', { name: 'Saturday' }),
    startInterval: form.getByLabel('Start time interval'),
    save: form.getByRole('button', { name: 'Save settings' }),
  };
}

test('an admin adds Saturdays and half-hour starts; a customer’s open calendar updates, and the office books a 10:15 start @business.settings-shown', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  await app.store.kysely
    .insertInto('working_hours')
    .values({ mechanic_id: people.mechanic.id, weekday: 6, starts: '08:00', ends: '14:00' })
    .execute();
  await makeVehicle(app, people.customer.id, { make: 'Honda', model: 'Civic', year: 2019 });
  const customer = new BookingPage(await sandbox.openAs('customer'));
  await customer.open();
  await customer.serviceRow(oilChange.name).check();
  await expect(customer.day('Saturday, March 7th, 2026')).toBeDisabled();

  const admin = await sandbox.openAs('admin');
  const settings = await openSettings(admin);
  await settings.saturday.getByLabel('Saturday').check();
  await settings.saturday.getByLabel('Opens').selectOption('9:00 AM');
  await settings.saturday.getByLabel('Closes').selectOption('12:00 PM');
  await settings.startInterval.selectOption('30 minutes');
  await expectAccessible(admin);
  await settings.save.click();
  await expect(toast(admin, 'Settings saved')).toBeVisible();

  await expect(customer.page.getByText('Sundays not available.')).toBeVisible();
  await customer.day('Saturday, March 7th, 2026').click();
  const times = customer.page.getByRole('group', { name: 'Preferred Time' }).getByRole('radio');
  await expect(times).toHaveCount(6);
  await customer.time('10:30 AM').check();
  await customer.vehicle.getByRole('radio').first().check();
  await customer.address.fill('5 Elm Street');
  await customer.submit.click();
  await expect(toast(customer.page, 'Appointment booked')).toBeVisible();

  const office = new BookingPage(await sandbox.openAs('advisor'));
  await office.open();
  await office.page.getByLabel('Customer', { exact: true }).fill('Casey');
  await office.page.getByRole('button', { name: /Casey Morgan/ }).click();
  await office.vehicle.getByRole('radio').first().check();
  await office.serviceRow(oilChange.name).check();
  await office.day('Wednesday, March 4th, 2026').click();
  await office.page.getByLabel('Another time').selectOption('10:15 AM');
  await office.address.fill('5 Elm Street');
  await office.submit.click();
  await expect(toast(office.page, 'Appointment booked')).toBeVisible();

  const sundayBooking = new BookingPage(office.page);
  sandbox.expectErrorStatus(409, '/api/appointments');
  await sundayBooking.open();
  await sundayBooking.page.getByLabel('Customer', { exact: true }).fill('Casey');
  await sundayBooking.page.getByRole('button', { name: /Casey Morgan/ }).click();
  await sundayBooking.vehicle.getByRole('radio').first().check();
  await sundayBooking.serviceRow(oilChange.name).check();
  await sundayBooking.day('Sunday, March 8th, 2026').click();
  await sundayBooking.page.getByLabel('Another time').selectOption('7:15 AM');
  await sundayBooking.address.fill('5 Elm Street');
  await sundayBooking.submit.click();
  const confirmation = sundayBooking.page.getByRole('dialog', { name: 'Outside working hours' });
  await expect(confirmation.getByText('No mechanic is working at that time.')).toBeVisible();
  await confirmation.getByRole('button', { name: 'Book anyway' }).click();
  await expect(confirmation).toBeHidden();
  await expect(
    sundayBooking.page.getByRole('heading', { level: 1, name: 'Appointments' }),
  ).toBeVisible();
});

test('booking rules that exclude open appointments need confirmation, and errors are shown at their fields @business.booked', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/business/settings');
  await makeAppointment(sandbox.app, {
    date: '2026-03-06',
    start_time: '14:00',
    end_time: '15:00',
  });
  const admin = await sandbox.openAs('admin');
  const { form, save } = await openSettings(admin);
  const friday = form.getByRole('group', { name: 'Friday' });
  await friday.getByLabel('Closes').selectOption('8:00 AM');
  await form.getByLabel('Name').fill(' ');
  await form.getByLabel('Booking window (days)').fill('soon');
  await save.click();
  for (const message of [
    'Please enter the business name',
    'The closing time must be after the opening time',
    'The number of days must be a whole number from 1 to 365',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await expect(form.getByLabel('Name')).toBeFocused();

  await form.getByLabel('Name').fill('Moss & Sons');
  await form.getByLabel('Booking window (days)').fill('30');
  await friday.getByLabel('Closes').selectOption('1:00 PM');
  await save.click();
  const confirmation = admin.getByRole('dialog', { name: 'Save these booking rules?' });
  await expect(
    confirmation.getByText(
      "1 upcoming appointment is outside the new booking rules. The appointment won't change.",
    ),
  ).toBeVisible();
  await expectAccessible(admin);
  await confirmation.getByRole('button', { name: 'Save rules' }).click();
  await expectToast(admin, 'Settings saved', 'Your changes are now in effect.');
  await expect(confirmation).toBeHidden();
});

test('an admin is told that another admin has saved the settings, and can load the current ones @business.version', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/business/settings');
  const [first, second] = [await sandbox.openAs('admin'), await sandbox.openAs('admin')];
  const { form, save } = await openSettings(first);
  const other = await openSettings(second);
  await form.getByLabel('Phone').fill('+1 555 0199');
  await other.form.getByLabel('Name').fill('Moss & Sons');
  await other.save.click();
  await expect(toast(second, 'Settings saved')).toBeVisible();
  await expect(
    first.getByText('Someone else has changed the settings.', { exact: true }),
  ).toBeVisible();
  await save.click();
  await expect(first.getByRole('alert')).toContainText('Please check them and make your change');
  await expect(form.getByLabel('Phone')).toHaveValue('+1 555 0199');
  await first.getByRole('button', { name: 'Show current settings' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Moss & Sons');
  await form.getByLabel('Phone').fill('+1 555 0199');
  await save.click();
  await expect(toast(first, 'Settings saved')).toBeVisible();
  await expect(other.form.getByLabel('Phone')).toHaveValue('+1 555 0199');
});
