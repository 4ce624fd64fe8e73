import type { MessageTemplate } from '@curbwrench/contract/messaging/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getToken, makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { makeAppointment, makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { inTransaction } from '../database/connection/transaction.ts';
import type { OutgoingEmail } from '../mail/mailer-port.ts';
import { queueNewLinkEmail } from './queue-secret-email.ts';

let app: TestApp;
let admin: Person;
let customer: Person;
let appointmentId: number;
const sentEmails: OutgoingEmail[] = [];

beforeAll(async () => {
  app = await startApp({
    mailer: {
      senderAddress: 'office@example.com',
      send: async (mail) => void sentEmails.push(mail),
      close: () => {},
    },
  });
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

beforeEach(async () => {
  await sql`delete from message_templates`.execute(app.store.kysely);
  customer = await makePerson(app, 'customer', { firstName: 'Nora' });
  appointmentId = await makeAppointment(app, { date: '2026-03-06', customer_id: customer.id });
});

const save = (id: string, template: { subject: string; body: string }) =>
  send(app, admin, 'PATCH', `/api/message-templates/${id}`, { ...template, version: 0 });

/** Returns the only email to an address, once it was sent. */
async function waitForEmailTo(address: string): Promise<OutgoingEmail> {
  const find = () => sentEmails.filter(({ to }) => to === address);
  await waitFor(() => expect(find()).toHaveLength(1));
  const [mail] = find();
  if (!mail) throw new Error('There is no email.');
  return mail;
}

async function requestCode(email: string): Promise<OutgoingEmail> {
  const requested = await send(app, null, 'POST', '/api/visitor-bookings/code', { email });
  expect(requested.statusCode).toBe(200);
  return waitForEmailTo(email);
}

async function requestNewLink(): Promise<OutgoingEmail> {
  const token = await makeLinkToken(app, appointmentId, customer.id);
  expect((await sendByLink(app, 'renewOwnLink', token)).statusCode).toBe(204);
  return waitForEmailTo(customer.email);
}

test('a verification code is sent as plain text and HTML @messages.codes-and-links', async () => {
  const mail = await requestCode('vera@example.net');
  expect(mail).toMatchObject({
    subject: 'Your Curbwrench verification code',
    text: expect.stringMatching(
      /^Hello,\n\nYour verification code is \d{6}\. .*\n\nIt expires in 10 minutes\. .*\n\nCurbwrench$/,
    ) as string,
  });
  const [code = ''] = /\d{6}/.exec(mail.text) ?? [];
  expect(mail.html).toContain(`Your verification code is ${code}.`);
});

test("a new link is sent with a button, to the customer's address @messages.codes-and-links", async () => {
  const mail = await requestNewLink();
  expect(mail).toMatchObject({
    subject: 'New link for your appointment on Friday, March 6',
    text: expect.stringMatching(/^Hi Nora,\n\n/) as string,
  });
  const [link = ''] = /http\S+/.exec(mail.text) ?? [];
  expect(mail.html).toContain(`href="${link}"`);
  expect((await sendByLink(app, 'readByLink', getToken(link))).statusCode).toBe(200);
});

test('an email is sent with the template that an admin saved @messages.codes-and-links', async () => {
  const code = { subject: '{{business}} code', body: '<b>{{code}}</b>, for {{minutes}} minutes' };
  expect((await save('booking_code.email', code)).statusCode).toBe(200);
  const mail = await requestCode('edited@example.net');
  expect(mail.subject).toBe('Curbwrench code');
  expect(mail.text).toMatch(/^<b>\d{6}<\/b>, for 10 minutes$/);
  expect(mail.html).toMatch(/&lt;b&gt;\d{6}&lt;\/b&gt;, for 10 minutes/);

  const link = { subject: 'For {{firstName}}', body: '{{firstName}}: {{link}}' };
  expect((await save('new_link.email', link)).statusCode).toBe(200);
  const { subject, text } = await requestNewLink();
  expect(subject).toBe('For Nora');
  expect(text).toMatch(/^Nora: http.*#token=[\w-]{43}$/);
});

test.each([
  ['booking_code.email', '{{code}}'],
  ['new_link.email', '{{link}}'],
])(
  'a template without the code or link, or with it in the subject, is not saved: %s @messages.codes-and-links',
  async (id, placeholder) => {
    const lost = { subject: 'Yours', body: 'Please call us.' };
    for (const refused of [
      await save(id, lost),
      await send(app, admin, 'POST', `/api/message-templates/${id}/preview`, lost),
    ]) {
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        `The message must contain ${placeholder}.`,
      ]);
    }
    const refused = await save(id, { subject: placeholder, body: placeholder });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      `The subject can't contain ${placeholder}. Please add it to the message instead.`,
    ]);
    const templates = await read<MessageTemplate[]>(app, admin, '/api/message-templates');
    expect(templates.filter(({ isEdited }) => isEdited)).toEqual([]);
  },
);

test('a new link is sent even to someone who turned off all messages, and has no unsubscribe link @messages.codes-and-links', async () => {
  await sql`insert into notification_preferences (person_id, appointment_reminders, mechanic_updates,
      payment_receipts, push, sms, promotional_emails, newsletter, updated_at)
    values (${customer.id}, false, false, false, false, false, false, false, now())`.execute(
    app.store.kysely,
  );
  const mail = await requestNewLink();
  expect(mail.unsubscribeUrl ?? null).toBeNull();
  expect(`${mail.text} ${mail.html}`).not.toContain('/unsubscribe');
});

test('neither a code nor a new link is in the message log @messages.codes-and-links', async () => {
  await requestCode('log@example.net');
  await requestNewLink();
  expect(await read(app, admin, '/api/message-log')).toEqual([]);
});

test('no new link is queued for a person who was deleted or who is not the customer of the appointment', async () => {
  const other = await makePerson(app, 'customer');
  const queue = (personId: string) =>
    inTransaction(app.store, (trx) =>
      queueNewLinkEmail(
        trx,
        { store: app.store, clock: app.clock, business: app.business, storesEmail: true },
        {
          to: 'gone@example.net',
          personId,
          appointmentId,
          link: 'https://a.example/#token=x',
          readableUntil: new Date(app.clock.now().getTime() + 1000),
        },
      ),
    );
  expect(await queue(other.id)).toBe(false);
  await sql`update people set deleted_at = now() where id = ${customer.id}`.execute(
    app.store.kysely,
  );
  expect(await queue(customer.id)).toBe(false);
  const { rows } = await sql`select from emails where recipient = 'gone@example.net'`.execute(
    app.store.kysely,
  );
  expect(rows).toEqual([]);
});
