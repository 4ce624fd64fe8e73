import { makeAppointment } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const tab = '/settings?tab=messages';

async function openTemplate(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    subject: dialog.getByLabel('Subject'),
    message: dialog.getByRole('textbox', { name: 'Message' }),
    preview: dialog.getByRole('region', { name: 'Preview' }),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

test('an admin edits a message template, previews it on a real appointment, and resets it @messages.templates', async ({
  sandbox,
}) => {
  await makeAppointment(sandbox.app, {
    date: '2026-03-06',
    status: 'confirmed',
    customer_id: sandbox.people.customer.id,
    mechanic_id: sandbox.people.mechanic.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('admin');
  const otherPage = await sandbox.openAs('admin');
  await page.goto(tab);
  await otherPage.goto(tab);
  await expect(page.getByText("aren't set up, so they are saved but not sent.")).toBeVisible();
  await expectAccessible(page);

  const template = await openTemplate(page, 'Email: Mechanic assigned');
  await expect(template.preview).toContainText('Hi Casey,');
  await expect(template.preview).toContainText('View appointment');
  await template.subject.fill('See you at ');
  await template.dialog.getByRole('button', { name: 'Start time' }).click();
  await expect(template.subject).toHaveValue('See you at {{time}}');
  await expect(template.subject).toBeFocused();
  // The field is never cleared, since an empty message has no preview.
  await template.message.fill('Hello !');
  await template.message.press('ArrowLeft');
  await template.dialog.getByRole('button', { name: 'First name' }).click();
  await expect(template.message).toHaveValue('Hello {{firstName}}!');
  await expect(template.preview).toContainText('See you at 10:00 AM');
  await expect(template.preview).toContainText('Hello Casey!');
  await expectAccessible(page, { subject: 'editing a message template', alsoOnPhone: true });

  await test.step('an unknown placeholder is refused', async () => {
    const url = '/api/message-templates/confirmed.email';
    sandbox.expectErrorStatus(400, url);
    sandbox.expectErrorStatus(400, `${url}/preview`);
    await template.message.fill('Hello {{nobody}}');
    await expect(template.preview).toContainText("isn't available in this message");
    await template.save.click();
    await expect(template.message).toHaveAccessibleDescription(/{{nobody}} isn't available/);
  });

  await template.message.fill('Hello {{firstName}}!');
  await template.save.click();
  await expect(toast(page, 'Template saved')).toBeVisible();
  // It appears in another browser too.
  const edited = otherPage.getByRole('button', { name: 'Email (edited): Mechanic assigned' });
  await expect(edited).toBeVisible();

  const reopened = await openTemplate(otherPage, 'Email (edited): Mechanic assigned');
  await expect(reopened.message).toHaveValue('Hello {{firstName}}!');
  await reopened.dialog.getByRole('button', { name: 'Reset to default' }).click();
  await expect(reopened.preview).toContainText("you're all set");
  await reopened.save.click();
  await expect(page.getByRole('button', { name: 'Email: Mechanic assigned' })).toBeVisible();
});

test('the template of the email with a verification code must contain the code @messages.codes-and-links', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin');
  await page.goto(tab);
  const template = await openTemplate(page, 'Email: Verification code');
  await expect(template.preview).toContainText('Your verification code is 123456.');
  await expect(template.preview).toContainText('Shown with a sample code.');
  const url = '/api/message-templates/booking_code.email';
  sandbox.expectErrorStatus(400, url);
  sandbox.expectErrorStatus(400, `${url}/preview`);
  await template.message.fill('Please call us.');
  await expect(template.preview).toContainText('The message must contain {{code}}.');
  await template.save.click();
  await expect(template.message).toHaveAccessibleDescription(/must contain {{code}}/);
});

test('while editing a message template, an admin is told that someone else has saved it, and can load their version @messages.templates', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin');
  const otherPage = await sandbox.openAs('admin');
  await page.goto(tab);
  await otherPage.goto(tab);
  const name = 'Push: Booking received';
  const [mine, theirs] = [await openTemplate(page, name), await openTemplate(otherPage, name)];
  await mine.message.fill('Thanks, {{firstName}}!');
  await theirs.message.fill('We have your booking.');
  await theirs.save.click();
  await expect(page.getByText('Someone else changed this message.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard my edits and show theirs' }).click();
  await expect(mine.message).toHaveValue('We have your booking.');
});

test('the office sees whether messages were sent, and only an admin can read them @messages.log-page', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  // It has a mechanic, since an alert about an unassigned appointment would add messages to the log.
  const appointmentId = await makeAppointment(app, {
    date: '2026-03-06',
    customer_id: people.customer.id,
    service_id: sandbox.oilChange.id,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
  });
  for (const [state, reason] of [
    ['sent', null],
    ['failed', 'There is no such mailbox.'],
  ] as const) {
    const now = app.clock.now();
    await app.store.kysely
      .insertInto('outbound_messages')
      .values({
        kind: 'moved',
        channel: 'email',
        person_id: people.customer.id,
        appointment_id: appointmentId,
        state,
        reason,
        recipient: 'casey@new.example',
        subject: 'Moved',
        text: 'Your appointment has a new time.',
        next_attempt_at: now,
        expires_at: now,
        created_at: now,
      })
      .execute();
  }

  const advisor = await sandbox.openAs('advisor');
  await advisor.goto('/');
  await advisor.getByRole('link', { name: 'Message log' }).click();
  const list = advisor.getByRole('list', { name: 'Messages' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('There is no such mailbox.');
  await expect(list).not.toContainText('casey@new.example');
  await expect(list.getByRole('button')).toHaveCount(0);
  await advisor.getByLabel('Status').selectOption('Sent');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(advisor, { subject: 'the message log', alsoOnPhone: true });
  await list.getByRole('link', { name: /^Appointment #/ }).click();
  await expect(advisor).toHaveURL(`/appointments/${appointmentId}`);
  await expect(list.getByRole('listitem')).toHaveCount(2);

  const admin = await sandbox.openAs('admin');
  await admin.goto('/message-log');
  await admin.getByRole('button', { name: 'Show message' }).first().click();
  await expect(admin.getByText('Your appointment has a new time.').first()).toBeVisible();
});
