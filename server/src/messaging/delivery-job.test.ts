import type { LoggedMessageKind, MessageChannel } from '@curbwrench/contract/messaging/kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkRateLimit } from '../application/check-rate-limit.ts';
import { SettableClock } from '../application/clock.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { insertMessages } from '../database/message-changes.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeVehicle,
  type BuilderContext,
  type Person,
} from '@curbwrench/testing/builders';
import {
  createTestDatabase,
  reopen,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { startApp, testBusiness, testMorning } from '@curbwrench/testing/start-app';
import { claimMessage } from './changes.ts';
import type { ChannelAdapter, DeliveryOutcome, RenderedMessage } from './channel-port.ts';
import { deliverNextMessage, type DeliveryContext } from './delivery-job.ts';
import { insertSmsConsent } from '../texting/sms-consent-changes.ts';

let database: TestDatabase;
let builder: BuilderContext;
let context: DeliveryContext;
let clock: SettableClock;
let customer: Person;
let mechanic: Person;
/** The customer's confirmed appointment on Thursday, from 10:00 to 11:00. */
let appointmentId: number;

const second = 1000;
const hour = 3600 * second;
const thursday = '2026-03-05';
const start = new Date('2026-03-05T18:00:00Z');
const silentLog = { warn: () => {} };

// No app runs during the tests, since it would deliver the messages itself.
beforeAll(async () => {
  database = await createTestDatabase();
  const app = await startApp({ database });
  const { authSecret } = app;
  await app.stop();
  builder = { store: database.store, authSecret };
  clock = new SettableClock(testMorning);
  context = {
    store: database.store,
    clock,
    business: testBusiness,
    publicUrl: 'https://book.example.com',
    linkSecret: 'secret',
    pseudonymSecret: 'secret',
    senderAddress: 'desk@acme.example',
  };
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock.set(testMorning);
  await database.store.kysely.deleteFrom('outbound_messages').execute();
  await database.store.kysely.deleteFrom('rate_limits').execute();
  customer = await makePerson(builder, 'customer', { firstName: 'Robin' });
  mechanic = await makeMechanic(builder, { firstName: 'Rosa' });
  appointmentId = await makeAppointment(builder, {
    date: thursday,
    status: 'confirmed',
    customer_id: customer.id,
    vehicle_id: await makeVehicle(builder, customer.id),
    mechanic_id: mechanic.id,
  });
});

/** Records a message to the customer about the appointment, as a change to it would. */
async function record(kind: LoggedMessageKind, personId = customer.id): Promise<void> {
  const message = {
    kind,
    personId,
    excludedPersonId: null,
    appointmentId,
    conversationId: null,
    mechanicId: mechanic.id,
    formerMechanicId: null,
    date: null,
  };
  await inTransaction(database.store, (trx) => insertMessages(trx, [message], clock.now()));
}

/** A provider that returns these outcomes in order, and then keeps returning the last one. */
class Provider implements ChannelAdapter {
  readonly sent: RenderedMessage[] = [];
  readonly channel: MessageChannel = 'email';
  readonly #outcomes: readonly DeliveryOutcome[];

  constructor(...outcomes: readonly DeliveryOutcome[]) {
    this.#outcomes = outcomes;
  }

  async send(message: RenderedMessage): Promise<DeliveryOutcome> {
    const outcome = this.#outcomes[Math.min(this.sent.length, this.#outcomes.length - 1)];
    this.sent.push(message);
    return outcome ?? { kind: 'accepted', providerId: null };
  }
}

const deliver = (provider: ChannelAdapter | null, channel: MessageChannel = 'email') =>
  deliverNextMessage(context, channel, provider, silentLog);

async function deliverAll(provider: ChannelAdapter | null): Promise<void> {
  while (await deliver(provider));
}

const readMessages = () =>
  database.store.kysely.selectFrom('outbound_messages').selectAll().orderBy('id').execute();
const advance = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));
const update = (values: { start_time?: string; end_time?: string; status?: 'cancelled' }) =>
  database.store.kysely
    .updateTable('appointments')
    .set(values)
    .where('id', '=', appointmentId)
    .execute();

test('an email describes the appointment as it is now, with a link button and a calendar entry @messages.email', async () => {
  const provider = new Provider();
  await record('confirmed');
  await deliverAll(provider);
  const [message] = provider.sent;
  expect(message).toMatchObject({
    to: customer.email,
    personId: customer.id,
    path: `/appointments/${appointmentId}`,
    topic: `appointment-${appointmentId}`,
    expiresAt: start,
    calendar: { method: 'REQUEST' },
  });
  expect(message?.text).toContain('Robin');
  expect(message?.text).toContain('Rosa');
  const [link = ''] = /https:\/\/book\.example\.com\/appointment-link#token=[\w-]{43}/.exec(
    message?.text ?? '',
  ) ?? [''];
  expect(link).not.toBe('');
  expect(message?.html).toContain(`href="${link}"`);
  const calendar = message?.calendar?.content.replaceAll('\r\n ', '') ?? '';
  expect(calendar).toContain(`UID:appointment-${appointmentId}@book.example.com`);
  expect(calendar).toContain('DTSTART:20260305T180000Z');
  expect(calendar).toContain(`ATTENDEE`);
  expect(calendar).not.toContain(link.slice(-43));
});

test('the log stores what was sent without the link, which is a secret @messages.log', async () => {
  await record('confirmed');
  await deliverAll(new Provider());
  const [row] = await readMessages();
  expect(row).toMatchObject({ state: 'sent', recipient: customer.email, reason: null });
  expect(row?.text).toContain('[link]');
  expect(row?.text).not.toContain('token');
});

test('a message that is no longer accurate is not sent @messages.outdated', async () => {
  const provider = new Provider();
  await record('confirmed');
  await update({ start_time: '11:00', end_time: '12:00' });
  await record('moved');
  await deliverAll(provider);
  expect(provider.sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('11:00 AM'),
  ]);
  expect(await readMessages()).toMatchObject([
    { kind: 'confirmed', state: 'outdated' },
    { kind: 'moved', state: 'sent' },
  ]);
});

test('a change between two attempts is noticed before the second one @messages.outdated', async () => {
  const provider = new Provider({ kind: 'retry', reason: 'Busy.', afterSeconds: null });
  await record('confirmed');
  await deliverAll(provider);
  await update({ status: 'cancelled' });
  advance(hour);
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(1);
  expect(await readMessages()).toMatchObject([{ state: 'outdated' }]);
});

test('a message is not sent if the appointment changes while the message is being rendered @messages.outdated', async () => {
  const { kysely } = database.store;
  // The first message to a customer creates the appointment's link.
  await sql`
    create function move_appointment() returns trigger language plpgsql as $$ begin
      update appointments set start_time = '11:00', end_time = '12:00' where id = new.appointment_id;
      return new;
    end $$
  `.execute(kysely);
  await sql`
    create trigger move_appointment before insert on appointment_links for each row execute function move_appointment()
  `.execute(kysely);
  onTestFinished(async () => {
    await sql`drop function move_appointment cascade`.execute(kysely);
  });
  const provider = new Provider();
  await record('moved');
  await deliverAll(provider);
  expect(provider.sent).toEqual([]);
  expect(await readMessages()).toMatchObject([{ state: 'outdated' }]);
});

test('when an appointment is rescheduled and then moved back, the customer is not notified of the time they know @messages.outdated', async () => {
  const provider = new Provider();
  await record('moved');
  await deliverAll(provider);
  await update({ start_time: '11:00', end_time: '12:00' });
  await record('moved');
  await update({ start_time: '10:00', end_time: '11:00' });
  await record('moved');
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(1);
  expect((await readMessages()).map(({ state }) => state)).toEqual([
    'sent',
    'outdated',
    'outdated',
  ]);
});

/** Reschedules the appointment to another hour and records the message about it. */
async function rescheduleTo(startHour: number): Promise<void> {
  await update({ start_time: `${startHour}:00`, end_time: `${startHour + 1}:00` });
  await record('moved');
}

const busy = { kind: 'retry', reason: 'Busy.', afterSeconds: null } as const;
const lost = { kind: 'unknown', reason: 'No response.', afterSeconds: null } as const;

test.each<[string, readonly DeliveryOutcome[], number]>([
  ['was temporarily rejected counts as not sent', [busy], 0],
  ['may have arrived counts as sent', [lost], 1],
  ['may have arrived counts as sent, even if a retry was rejected', [lost, busy], 1],
])('a message that %s @messages.outdated', async (_, outcomes, expectedCount) => {
  await rescheduleTo(10);
  await deliverAll(new Provider());
  await rescheduleTo(11);
  for (const outcome of outcomes) {
    await deliverAll(new Provider(outcome));
    advance(hour);
  }
  // The customer knows about 10:00, unless the message about 11:00 may have arrived since then.
  await rescheduleTo(10);
  const provider = new Provider();
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(expectedCount);
});

test('a message waiting for a retry after an unknown outcome counts as older than one that was sent since then @messages.outdated', async () => {
  await rescheduleTo(10);
  await deliverAll(new Provider(lost));
  advance(second);
  await rescheduleTo(11);
  await deliverAll(new Provider());
  advance(second);
  await record('moved');
  const provider = new Provider();
  await deliverAll(provider);
  expect(provider.sent).toEqual([]);
});

test('a failed attempt is retried with the same id, after increasing delays or the delay that the provider requests @messages.retry', async () => {
  const provider = new Provider(
    { kind: 'retry', reason: 'Busy.', afterSeconds: null },
    { kind: 'retry', reason: 'Busy.', afterSeconds: 600 },
    { kind: 'accepted', providerId: 'P1' },
  );
  await record('confirmed');
  await deliverAll(provider);
  advance(29 * second);
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(1);
  advance(7 * second);
  await deliverAll(provider);
  advance(599 * second);
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(2);
  advance(125 * second);
  await deliverAll(provider);
  expect(new Set(provider.sent.map(({ id }) => id)).size).toBe(1);
  expect(provider.sent).toHaveLength(3);
  expect(await readMessages()).toMatchObject([
    { state: 'sent', attempts: 3, provider_id: 'P1', reason: null },
  ]);
});

test('a message that expires before its next attempt fails @messages.retry', async () => {
  await record('confirmed');
  clock.set(new Date(start.getTime() - 10 * second));
  await deliverAll(new Provider({ kind: 'retry', reason: 'Busy.', afterSeconds: null }));
  expect(await readMessages()).toMatchObject([{ state: 'failed', reason: 'Busy.' }]);
});

test('a message that was not sent in time is not sent late @messages.retry', async () => {
  const provider = new Provider();
  await record('confirmed');
  clock.set(start);
  await deliverAll(provider);
  expect(provider.sent).toEqual([]);
  expect(await readMessages()).toMatchObject([{ state: 'failed' }]);
});

test('a refused message is not sent again @messages.retry', async () => {
  const provider = new Provider({ kind: 'refused', reason: 'No such mailbox.' });
  await record('confirmed');
  await deliverAll(provider);
  advance(hour);
  await deliverAll(provider);
  expect(provider.sent).toHaveLength(1);
  expect(await readMessages()).toMatchObject([{ state: 'failed', reason: 'No such mailbox.' }]);
});

test('messages of a channel that is not set up are stored with that reason @messages.not-set-up', async () => {
  await record('confirmed');
  await deliverAll(null);
  expect(await readMessages()).toMatchObject([
    { state: 'stored', reason: 'Email is not set up.', recipient: customer.email },
  ]);
});

test('if the process dies while sending an email, the email is sent again with the same id @messages.at-least-once', async () => {
  const provider = new Provider();
  const crashing: ChannelAdapter = {
    channel: 'email',
    send: () => Promise.reject(new Error('The process died.')),
  };
  await record('confirmed');
  const [recorded] = await readMessages();
  await expect(deliver(crashing)).rejects.toThrow('died');
  await deliverAll(provider);
  expect(provider.sent).toEqual([]);
  advance(120 * second);
  await deliverAll(provider);
  expect(provider.sent.map((message) => message.id)).toEqual([recorded?.id]);
});

test('two processes do not send the same message @messages.at-least-once', async () => {
  const provider = new Provider();
  await record('confirmed');
  await Promise.all([deliver(provider), deliver(provider), deliver(provider)]);
  expect(provider.sent).toHaveLength(1);
});

// The embedded database runs one transaction at a time, so messages cannot be claimed concurrently there.
const describeOnPostgres = testDatabaseKind === 'postgres' ? describe : () => {};
describeOnPostgres('with several connections', () => {
  test('a process does not wait for a message that another is claiming, but takes the next one @messages.at-least-once', async () => {
    await record('confirmed');
    await record('booked');
    const ids = (await readMessages()).map(({ id }) => id);
    const until = new Date(testMorning.getTime() + 120 * second);
    const other = await reopen(database);
    try {
      await inTransaction(database.store, async (trx) => {
        const claimed = await claimMessage(trx, 'email', testMorning, until);
        const next = await claimMessage(other.store.kysely, 'email', testMorning, until);
        expect([claimed?.id, next?.id]).toEqual(ids);
      });
    } finally {
      await other.drop();
    }
  });
});

test('a message is not sent if its recipient has turned such messages off or was deactivated @messages.preferences', async () => {
  const provider = new Provider();
  await record('confirmed');
  await database.store.kysely
    .insertInto('notification_preferences')
    .values({
      person_id: customer.id,
      appointment_reminders: true,
      mechanic_updates: false,
      payment_receipts: true,
      push: true,
      sms: false,
      promotional_emails: false,
      newsletter: true,
      booking_emails: true,
      attention_emails: true,
      message_emails: true,
      updated_at: testMorning,
    })
    .execute();
  await record('job_assigned', mechanic.id);
  await database.store.kysely
    .updateTable('accounts')
    .set({ active: false })
    .where('id', '=', mechanic.id)
    .execute();
  await deliverAll(provider);
  expect(provider.sent).toEqual([]);
  expect((await readMessages()).map(({ state }) => state)).toEqual(['skipped', 'skipped']);
});

describe('a text message', () => {
  beforeEach(async () => {
    const number = '+14155550123';
    await database.store.kysely
      .updateTable('people')
      .set({ phone: number })
      .where('id', '=', customer.id)
      .execute();
    await inTransaction(database.store, (trx) =>
      insertSmsConsent(
        trx,
        { personId: customer.id, number, source: 'code', consentVersion: '1', agreedBy: null },
        testMorning,
      ),
    );
  });

  const readTexts = () =>
    database.store.kysely
      .selectFrom('outbound_messages')
      .selectAll()
      .where('channel', '=', 'sms')
      .execute();

  test('whose process dies while sending is never sent again @messages.sms-once', async () => {
    const crashing: ChannelAdapter = {
      channel: 'sms',
      send: () => Promise.reject(new Error('The process died.')),
    };
    const provider = new Provider();
    await record('confirmed');
    await expect(deliver(crashing, 'sms')).rejects.toThrow('died');
    advance(hour);
    await deliver(provider, 'sms');
    expect(provider.sent).toEqual([]);
    expect(await readTexts()).toMatchObject([
      { state: 'unknown', reason: 'Sending was interrupted.' },
    ]);
  });

  test('whose outcome is unknown counts as sent, so a return to the previous time is sent again @messages.outdated', async () => {
    await record('moved');
    await deliver(new Provider(), 'sms');
    await update({ start_time: '11:00', end_time: '12:00' });
    advance(hour);
    await record('moved');
    await deliver(
      new Provider({ kind: 'unknown', reason: 'No response.', afterSeconds: null }),
      'sms',
    );
    await update({ start_time: '10:00', end_time: '11:00' });
    advance(hour);
    await record('moved');
    const provider = new Provider();
    await deliver(provider, 'sms');
    expect(provider.sent).toHaveLength(1);
  });

  test('whose response was lost is never sent again @messages.sms-once', async () => {
    const provider = new Provider({ kind: 'unknown', reason: 'No response.', afterSeconds: null });
    await record('confirmed');
    await deliver(provider, 'sms');
    advance(hour);
    await deliver(provider, 'sms');
    expect(provider.sent).toHaveLength(1);
    expect(await readTexts()).toMatchObject([{ state: 'unknown', reason: 'No response.' }]);
  });

  test('that the provider temporarily rejected is sent again @messages.retry', async () => {
    const provider = new Provider(
      { kind: 'retry', reason: 'Busy.', afterSeconds: null },
      { kind: 'accepted', providerId: 'SM1' },
    );
    await record('confirmed');
    await deliver(provider, 'sms');
    advance(36 * second);
    await deliver(provider, 'sms');
    expect(await readTexts()).toMatchObject([{ state: 'sent', provider_id: 'SM1' }]);
  });

  /** Reschedules the appointment and sends the text message about it. */
  async function rescheduleAndSend(
    provider: ChannelAdapter | null,
    startHour: number,
  ): Promise<void> {
    await update({ start_time: `${startHour}:00`, end_time: `${startHour + 1}:00` });
    await record('moved');
    await deliver(provider, 'sms');
  }

  test('beyond 30 a day to its number is skipped, but its email is sent @messages.sms-limits', async () => {
    const provider = new Provider();
    const emails = new Provider();
    for (let index = 0; index < 32; index += 1) {
      await rescheduleAndSend(provider, 11 + (index % 3));
      await deliverAll(emails);
    }
    expect(provider.sent).toHaveLength(30);
    expect(emails.sent).toHaveLength(32);
    const skipped = {
      state: 'skipped',
      reason: 'Too many texts were sent to this number within a day.',
      text: null,
    };
    const notSent = (await readTexts()).filter(({ state }) => state !== 'sent');
    expect(notSent).toMatchObject([skipped, skipped]);
    advance(24 * hour);
    await rescheduleAndSend(provider, 14);
    expect(provider.sent).toHaveLength(31);
  });

  test('beyond 2,000 a day for the whole business is skipped @messages.sms-limits', async () => {
    const all = { network: '', subject: 'all', role: null };
    await checkRateLimit(context, 'textsOfBusiness', all);
    await database.store.kysely.updateTable('rate_limits').set({ count: 1999 }).execute();
    const provider = new Provider();
    await rescheduleAndSend(provider, 11);
    await rescheduleAndSend(provider, 12);
    expect(provider.sent).toHaveLength(1);
    expect((await readTexts()).filter(({ state }) => state !== 'sent')).toMatchObject([
      { state: 'skipped', reason: 'Too many texts were sent within a day.' },
    ]);
    // Without a provider nothing is sent, so nothing is skipped.
    await rescheduleAndSend(null, 13);
    expect((await readTexts()).filter(({ state }) => state === 'stored')).toHaveLength(1);
  });

  test('that is retried counts once @messages.sms-limits', async () => {
    const provider = new Provider(
      { kind: 'retry', reason: 'Busy.', afterSeconds: null },
      { kind: 'accepted', providerId: 'SM2' },
    );
    await record('confirmed');
    await deliver(provider, 'sms');
    advance(36 * second);
    await deliver(provider, 'sms');
    expect(provider.sent).toHaveLength(2);
    const counts = await database.store.kysely.selectFrom('rate_limits').select('count').execute();
    expect(counts).toEqual([{ count: 1 }, { count: 1 }]);
  });

  test('with a reminder is not sent at night; it waits until morning or, if that is too late, is skipped @messages.texting-hours', async () => {
    const provider = new Provider();
    // 21:00 on Wednesday.
    clock.set(new Date('2026-03-05T05:00:00Z'));
    await record('reminder_day');
    await deliver(provider, 'sms');
    expect(provider.sent).toEqual([]);
    clock.set(new Date('2026-03-05T16:00:00Z'));
    await deliver(provider, 'sms');
    expect(provider.sent).toHaveLength(1);

    await update({ start_time: '08:00', end_time: '09:00' });
    clock.set(new Date('2026-03-05T14:00:00Z'));
    await record('reminder_hours');
    await deliver(provider, 'sms');
    expect(provider.sent).toHaveLength(1);
    expect((await readTexts()).map(({ state }) => state).toSorted()).toEqual(['sent', 'skipped']);
  });
});
