import { makeVehicle } from '@curbwrench/testing/builders';
import { makeMessages } from '@curbwrench/testing/conversations';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeMember, openLoggedIn } from './account-steps.ts';
import { bookThroughApi } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { expectFailure, failReads, pressTryAgain } from './failed-read-steps.ts';
import { insertPayment } from './payment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

/*
 * Forms and dialogs that fail to load their data after the page has loaded: the failure is reported in
 * place, the filled-in values stay, and trying again works. failed-reads.spec.ts tests entire pages.
 */

test('the office can book even if every list of options fails to load once', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  const booking = new BookingPage(page);
  await booking.open();

  await expectFailureAndRecovery(sandbox, page, page.getByRole('main'), {
    control: page.getByLabel('Customer', { exact: true }),
    fill: 'morgan',
    messages: ["We couldn't load the customers."],
  });
  await expectFailureAndRecovery(sandbox, page, page.getByRole('main'), {
    control: page.getByRole('button', { name: /Casey Morgan/ }),
    messages: ["We couldn't load the customer.", "We couldn't load the vehicles."],
  });
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible();
  await booking.vehicleCard('2019 Honda Civic').check();
  await booking.serviceRow(sandbox.oilChange.name).check();
  await booking.address.fill('5 Elm Street');
  await expectFailureAndRecovery(
    sandbox,
    page,
    page.getByRole('group', { name: 'Preferred Time' }),
    {
      control: booking.day('Wednesday, March 4th, 2026'),
      messages: ["We couldn't load the times."],
    },
  );
  await booking.time('10:00 AM').check();
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole('article', { name: 'Oil & Filter Change' })).toHaveCount(1);

  await test.step('rescheduling works even if the times fail to load once', async () => {
    await page.goto('/appointments/1');
    const dialog = page.getByRole('dialog', { name: 'Reschedule #0001' });
    await expectFailureAndRecovery(sandbox, page, dialog, {
      control: page.getByRole('button', { name: 'Reschedule', exact: true }),
      messages: ["We couldn't load the times."],
    });
    await expect(dialog.getByRole('radio', { name: '10:00 AM' })).toBeVisible();
    await dialog.getByRole('radio', { name: '11:00 AM' }).check();
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('11:00 AM').first()).toBeVisible();
  });

  await test.step('assigning works even if the mechanics fail to load once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
    await expectFailureAndRecovery(sandbox, page, dialog, {
      control: page.getByRole('button', { name: 'Assign Mechanic for #0001' }),
      messages: ["We couldn't load the mechanics."],
    });
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  });
});

test('after a failure, an admin can try again in a dialog, a search and a conversation', async ({
  sandbox,
}) => {
  const { people, app } = sandbox;
  await bookThroughApi(sandbox, '2026-03-04', '10:00');
  await insertPayment(sandbox, { status: 'completed' });
  await makeMessages(app, people.customer.id, [
    { authorId: people.customer.id, text: 'My Civic grinds.' },
  ]);
  const page = await sandbox.openWithSession(people.admin);

  await page.goto('/mechanics');
  const schedule = page.getByRole('dialog', { name: 'Schedule' });
  await openMenu(page);
  await expectFailureAndRecovery(sandbox, page, schedule, {
    control: page.getByRole('menuitem', { name: 'View Schedule' }),
    messages: ["We couldn't load the schedule."],
  });
  await expect(schedule.getByText('Marcus Bell has no upcoming jobs.')).toBeVisible();
  await page.keyboard.press('Escape');
  const role = page.getByRole('dialog', { name: 'Change User Role' });
  await openMenu(page);
  await expectFailureAndRecovery(sandbox, page, role, {
    control: page.getByRole('menuitem', { name: 'Change Role' }),
    messages: ["We couldn't load this person."],
  });
  await expect(role.getByLabel('Role', { exact: true })).toHaveValue('mechanic');

  await page.goto('/payments');
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expectFailureAndRecovery(sandbox, page, receipt, {
    control: page.getByRole('button', { name: 'Receipt #0001' }),
    messages: ["We couldn't load this receipt."],
  });
  await expect(receipt.getByRole('link', { name: 'Download Receipt' })).toBeVisible();

  await page.goto('/audit');
  const person = page.getByLabel('Person', { exact: true });
  await expectFailureAndRecovery(sandbox, page, page.getByRole('main'), {
    control: person,
    fill: 'morgan',
    messages: ["We couldn't load people."],
  });
  await expect(person).toHaveValue('morgan');
  await expect(page.getByRole('list', { name: 'People found' })).toContainText('Casey Morgan');

  await page.goto('/chat-support');
  await expectFailureAndRecovery(sandbox, page, page.getByRole('main'), {
    control: page.getByRole('link', { name: /Casey Morgan/ }),
    requests: /\/messages\b/,
    messages: ["We couldn't load the messages."],
  });
  await expect(page.getByRole('log').getByText('My Civic grinds.')).toBeVisible();
});

test('the account page is shown even if the sessions fail to load once', async ({ sandbox }) => {
  const page = await openLoggedIn(sandbox, await makeMember(sandbox));
  const sessions = page.getByRole('region', { name: "Where you're logged in" });
  const stopFailing = await failReads(sandbox, page, '**/api/account/sessions');
  await page.goto('/account');
  await expectFailure(sessions, "We couldn't load your sessions.");
  await stopFailing();
  await pressTryAgain(page);
  await expect(sessions.getByRole('list', { name: 'Sessions' })).toContainText('This browser');
});

/** A control that loads data when it is used. Loading fails the first time. */
interface FailingStep {
  /** The control that starts loading. */
  readonly control: Locator;
  /** The text to fill in; without it the control is pressed. */
  readonly fill?: string;
  /** The requests that fail, by default all that load data. */
  readonly requests?: RegExp;
  readonly messages: readonly string[];
}

/** Uses a control while loading fails, expects the messages in a container, and tries again successfully. */
async function expectFailureAndRecovery(
  sandbox: Sandbox,
  page: Page,
  container: Locator,
  { control, fill, requests, messages }: FailingStep,
): Promise<void> {
  await test.step(messages.join(' '), async () => {
    await expect(control).toBeVisible();
    const stopFailing = await failReads(sandbox, page, requests);
    await (fill === undefined ? control.click() : control.fill(fill));
    for (const message of messages) await expectFailure(container, message);
    await stopFailing();
    await pressTryAgain(page);
    // Times are polled every 30 seconds. If they were loading already, only the next poll removes the message.
    const timeout = 60_000;
    for (const message of messages) {
      await expect(page.getByText(message)).toHaveCount(0, { timeout });
    }
  });
}

/** Opens the menu of the mechanic's row. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
}
