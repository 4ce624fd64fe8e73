import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expectFailure, failReads, pressTryAgain } from './failed-read-steps.ts';
import { test, today, type Sandbox } from './sandbox.ts';

/* Tests what each page shows if every request that loads its data fails, and that trying again works. */

/** A page and the messages that it shows if nothing can be loaded. */
type FailedPage = readonly [path: string, ...messages: readonly string[]];

const getCustomerPages = (appointmentId: number): readonly FailedPage[] => [
  ['/', "We couldn't load your recent services.", "We couldn't load your vehicles."],
  ['/appointments?tab=past', "We couldn't load the appointments."],
  [`/appointments/${appointmentId}`, "We couldn't load this appointment."],
  ['/services', "We couldn't load the services."],
  ['/payments', "We couldn't load the payments."],
  ['/subscription-plans', "We couldn't load your plan.", "We couldn't load the plans."],
  ['/subscription-success', "We couldn't load your plan."],
  ['/chat-support', "We couldn't load your messages."],
  ['/settings?tab=vehicles', "We couldn't load the vehicles."],
  [
    '/settings?tab=notifications',
    "We couldn't load your preferences.",
    "We couldn't load your browsers.",
  ],
  ['/account', "We couldn't load your account."],
];

const adminPages: readonly FailedPage[] = [
  [
    '/',
    "We couldn't load today's stats.",
    "We couldn't load the appointments that need attention.",
    "We couldn't load the mechanics.",
    "We couldn't load the pending appointments.",
    "We couldn't load the transactions.",
  ],
  ['/mechanics', "We couldn't load the mechanics."],
  ['/payments', "We couldn't load the stats.", "We couldn't load the payments."],
  ['/settings?tab=business', "We couldn't load the settings."],
  ['/settings?tab=people', "We couldn't load the invitations.", "We couldn't load people."],
  ['/audit', "We couldn't load the audit trail."],
  ['/mail', "We couldn't load the emails."],
  ['/message-log', "We couldn't load the messages."],
  ['/settings?tab=messages', "We couldn't load the message templates."],
  ['/chat-support', "We couldn't load the conversations."],
];

const advisorPages: readonly FailedPage[] = [
  [
    '/service-advisor',
    "We couldn't load the schedule.",
    "We couldn't load the mechanics.",
    "We couldn't load the appointments that need attention.",
    "We couldn't load the appointments.",
  ],
];

const mechanicPages: readonly FailedPage[] = [
  ['/', "We couldn't load your appointments.", "We couldn't load the week."],
  ['/map', "We couldn't load your current job.", "We couldn't load the appointments."],
];

const visitorPages: readonly FailedPage[] = [
  ['/book-service', "We couldn't load the services."],
  ['/sign-in', "We couldn't load this page."],
  ['/sign-up', "We couldn't load this page."],
];

test('every customer page reports what failed, and trying again works', async ({ sandbox }) => {
  const appointmentId = await makeJob(sandbox);
  const page = await sandbox.openWithSession(sandbox.people.customer);
  await expectFailuresAndRecovery(sandbox, page, getCustomerPages(appointmentId));
});

test('every office page reports what failed, and trying again works', async ({ sandbox }) => {
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await expectFailuresAndRecovery(sandbox, page, adminPages);

  await test.step('forms that need data before they can be filled in', async () => {
    const stopFailing = await failReads(sandbox, page);
    await page.goto('/service-area-map');
    await page.getByLabel('ZIP code', { exact: true }).fill('94110');
    await page.getByRole('button', { name: 'Check' }).click();
    await expectFailure(page, "We couldn't check that.");
    await expectFailure(page, "We couldn't load the service areas.");
    await stopFailing();
    await pressTryAgain(page);
    await expect(page.getByText(/^No areas are listed yet\./)).toBeVisible();
    await expect(page.getByText("We can't tell from 94110 alone.")).toBeVisible();

    await page.goto('/subscription-plans');
    const stopFailingServices = await failReads(sandbox, page);
    await page.getByRole('button', { name: 'Add plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add plan' });
    const failure = dialog.getByText("We couldn't load the services that a plan can include.");
    await expect(failure).toBeVisible();
    await stopFailingServices();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByLabel('Name')).toBeVisible();
    await expect(failure).toHaveCount(0);
  });

  await expectFailuresAndRecovery(
    sandbox,
    await sandbox.openWithSession(sandbox.people.advisor),
    advisorPages,
  );
});

test('every mechanic and visitor page reports what failed, and trying again works', async ({
  sandbox,
}) => {
  await makeJob(sandbox);
  await expectFailuresAndRecovery(
    sandbox,
    await sandbox.openWithSession(sandbox.people.mechanic),
    mechanicPages,
  );
  await expectFailuresAndRecovery(sandbox, await sandbox.openPage(), visitorPages);
});

/** Opens each page while its requests fail, expects the messages, and expects that trying again removes them. */
async function expectFailuresAndRecovery(
  sandbox: Sandbox,
  page: Page,
  pages: readonly FailedPage[],
): Promise<void> {
  for (const [path, ...messages] of pages) {
    await test.step(path, async () => {
      const stopFailing = await failReads(sandbox, page);
      await page.goto(path);
      for (const message of messages) await expectFailure(page, message);
      await stopFailing();
      await pressTryAgain(page);
      for (const message of messages) await expect(page.getByText(message)).toHaveCount(0);
      // No loading placeholders are left.
      await expect(page.locator('.animate-breathe')).toHaveCount(0);
    });
  }
}

function makeJob({ app, people, oilChange }: Sandbox): Promise<number> {
  return makeAppointment(app, {
    date: today,
    start_time: '14:00',
    end_time: '15:00',
    status: 'confirmed',
    customer_id: people.customer.id,
    mechanic_id: people.mechanic.id,
    service_id: oilChange.id,
  });
}
