import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { PaymentDetail, PaymentSummary } from '@curbwrench/contract/payments/schemas';
import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { mergeCounts } from '../appointments/changes/count-changes.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;
let secondAdmin: Person;
let customer: Person;
let mechanic: Person;
let id: number;
let jobId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
  secondAdmin = await makePerson(app, 'admin');
  customer = await makePerson(app, 'customer');
  mechanic = await makeMechanic(app);
});
afterAll(() => app.stop());

// Creates a job that the mechanic has just finished, with its pending payment.
beforeEach(async () => {
  const db = app.store.kysely;
  await sql`delete from refunds`.execute(db);
  await sql`delete from payments`.execute(db);
  await sql`delete from appointment_events`.execute(db);
  await sql`delete from appointment_lines`.execute(db);
  await sql`delete from appointments`.execute(db);
  jobId = await makeAppointment(app, {
    date: '2026-03-03',
    status: 'in_progress',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    price: '100.10',
  });
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${jobId}`, {
    status: 'completed',
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  ({ id } = await db
    .selectFrom('payments')
    .select('id')
    .where('appointment_id', '=', jobId)
    .executeTakeFirstOrThrow());
});

const record = (person: Person, body: object = { paymentMethod: 'cash' }, key?: string) =>
  send(app, person, 'POST', `/api/payments/${id}/record`, body, keyHeader(key));
const fail = (person: Person, key?: string) =>
  send(app, person, 'POST', `/api/payments/${id}/fail`, undefined, keyHeader(key));
const refund = (
  person: Person,
  amount: string | number,
  { key, reason = 'Goodwill' }: { key?: string; reason?: string } = {},
) => send(app, person, 'POST', `/api/payments/${id}/refunds`, { amount, reason }, keyHeader(key));
const keyHeader = (key?: string) => (key === undefined ? {} : { 'idempotency-key': key });
const readPayment = (person = admin) => read<PaymentDetail>(app, person, `/api/payments/${id}`);
const readSummary = (person: Person) => read<PaymentSummary>(app, person, '/api/payments/summary');

describe('recording a payment made on site', () => {
  test('completes the payment with the current time when the job’s mechanic records it @payments.record', async () => {
    const response = await record(mechanic, {
      paymentMethod: 'card_terminal',
      transactionId: ' T-9 ',
    });
    expect(response.statusCode).toBe(200);
    const recorded = endpointSchemas.recordPayment.reply.parse(response.json());
    expect(recorded).toEqual(response.json());
    expect(recorded).toMatchObject({
      id,
      status: 'completed',
      amount: '100.10',
      paymentMethod: 'card_terminal',
      transactionId: 'T-9',
      paidAt: '2026-03-03T17:00:00.000Z',
      refunds: [],
    });
    for (const person of [admin, customer, mechanic]) {
      expect(await readSummary(person)).toMatchObject({
        totalRevenue: '100.10',
        completed: 1,
        pending: 0,
      });
    }
  });

  test('does not require a transaction id', async () => {
    expect((await record(admin)).statusCode).toBe(200);
    expect(await readPayment()).toMatchObject({ paymentMethod: 'cash', transactionId: null });
  });

  test('is possible after the payment failed, but not after it was recorded', async () => {
    expect((await fail(admin)).statusCode).toBe(200);
    expect(await readPayment()).toMatchObject({ status: 'failed', paidAt: null });
    expect((await record(mechanic)).statusCode).toBe(200);
    const second = await record(admin);
    expect([second.statusCode, second.body]).toEqual([
      409,
      "A paid payment can't be recorded as paid.",
    ]);
  });

  test.each([
    [{}, 'Please select a payment method'],
    [{ paymentMethod: 'gold' }, 'Please select a payment method'],
    [
      { paymentMethod: 'cash', transactionId: 'x'.repeat(101) },
      'Please keep this to 100 characters or fewer.',
    ],
  ])('is refused with %j @payments.record', async (body, message) => {
    const response = await record(admin, body);
    expect([response.statusCode, response.body]).toEqual([400, message]);
    expect((await readPayment()).status).toBe('pending');
  });
});

describe('marking a payment as failed', () => {
  test('is possible for a recorded payment, but not twice', async () => {
    expect((await record(mechanic)).statusCode).toBe(200);
    expect((await fail(admin)).statusCode).toBe(200);
    expect(await readPayment()).toMatchObject({ status: 'failed', paidAt: null });
    expect(await readSummary(admin)).toMatchObject({
      totalRevenue: '0.00',
      completed: 0,
      failed: 1,
    });
    expect((await fail(admin)).body).toBe("A failed payment can't be marked as failed.");
  });

  test('is refused if part of the payment has been refunded', async () => {
    await record(mechanic);
    await refund(admin, '0.10');
    const response = await fail(admin);
    expect([response.statusCode, response.body]).toEqual([
      409,
      "Part of this payment was refunded, so it can't be marked as failed.",
    ]);
  });
});

describe('a refund', () => {
  beforeEach(async () => {
    await record(mechanic);
  });

  test('of part of a payment is a separate entry, and the payment stays completed @payments.refund', async () => {
    app.clock.set(new Date('2026-03-03T18:00:00Z'));
    const response = await refund(admin, 30.05, { reason: 'The pads squeak' });
    app.clock.set(new Date('2026-03-03T17:00:00Z'));
    expect(response.statusCode).toBe(201);
    expect(await readPayment(customer)).toEqual(response.json());
    expect(response.json()).toMatchObject({
      status: 'completed',
      amount: '100.10',
      refundedAmount: '30.05',
      refunds: [
        { amount: '30.05', reason: 'The pads squeak', createdAt: '2026-03-03T18:00:00.000Z' },
      ],
    });
    for (const person of [admin, customer, mechanic]) {
      expect(await readSummary(person)).toMatchObject({
        totalRevenue: '70.05',
        completed: 1,
        refunded: 0,
      });
    }
  });

  test('of the last cent sets the status to refunded, and no more can be refunded', async () => {
    expect((await refund(admin, '100.09')).json()).toMatchObject({ status: 'completed' });
    const tooMuch = await refund(admin, '0.02');
    expect([tooMuch.statusCode, tooMuch.body]).toEqual([400, 'You can refund up to 0.01.']);
    expect((await refund(admin, '0.01')).json()).toMatchObject({
      status: 'refunded',
      refundedAmount: '100.10',
    });
    expect((await refund(admin, '0.01')).body).toBe("A refunded payment can't be refunded.");
    expect((await record(admin)).statusCode).toBe(409);
    expect(await readSummary(customer)).toMatchObject({
      totalRevenue: '0.00',
      completed: 0,
      refunded: 1,
    });
  });

  test.each([
    [{ amount: '0', reason: 'x' }, 'amount', 'Please enter an amount above zero, such as 25.00'],
    [{ amount: '0.00', reason: 'x' }, 'amount', 'Please enter an amount above zero, such as 25.00'],
    [{ amount: '-5', reason: 'x' }, 'amount', 'Please enter an amount above zero, such as 25.00'],
    [
      { amount: '1.001', reason: 'x' },
      'amount',
      'Please enter an amount above zero, such as 25.00',
    ],
    [{ amount: '1e1', reason: 'x' }, 'amount', 'Please enter an amount above zero, such as 25.00'],
    [{ amount: '100.11', reason: 'x' }, 'amount', 'You can refund up to 100.10.'],
    [{ amount: '5.00', reason: ' ' }, 'reason', 'Please enter a reason'],
    [{ amount: '5.00' }, 'reason', 'Please enter a reason'],
  ])('with %j is refused with a message for the field', async (body, field, message) => {
    const response = await send(app, admin, 'POST', `/api/payments/${id}/refunds`, body, {
      accept: 'application/problem+json',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: message } });
    expect(await readPayment()).toMatchObject({ refundedAmount: '0.00', refunds: [] });
  });

  test('of an unpaid amount is refused', async () => {
    await fail(admin);
    const response = await refund(admin, '5.00');
    expect([response.statusCode, response.body]).toEqual([
      409,
      "A failed payment can't be refunded.",
    ]);
  });
});

describe('repeated or concurrent requests', () => {
  test.each([
    ['record', () => record(mechanic, undefined, 'a-key'), async () => undefined],
    ['fail', () => fail(admin, 'a-key'), async () => undefined],
    ['refund', () => refund(admin, '10.00', { key: 'a-key' }), () => record(mechanic)],
  ])('to %s with the same key get identical responses', async (_, request, prepare) => {
    await sql`delete from idempotency_keys`.execute(app.store.kysely);
    await prepare();
    const responses = [...(await Promise.all([request(), request(), request()])), await request()];
    expect(responses[0]?.statusCode).toBeLessThan(300);
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  });

  test('with the same key create only one refund, and a different refund cannot use that key', async () => {
    await record(mechanic);
    await Promise.all([
      refund(admin, '10.00', { key: 'refund-2' }),
      refund(admin, '10.00', { key: 'refund-2' }),
    ]);
    expect(await readPayment()).toMatchObject({ refundedAmount: '10.00', refunds: [{}] });
    expect((await refund(admin, '11.00', { key: 'refund-2' })).statusCode).toBe(422);
    expect((await refund(admin, '10.00', { key: 'refund-3' })).statusCode).toBe(201);
    expect((await readPayment()).refunds).toHaveLength(2);
  });

  test('to record a payment, without a key, succeed only once', async () => {
    expect(sortedStatuses(await Promise.all([record(mechanic), record(admin)]))).toEqual([
      200, 409,
    ]);
  });

  test('to refund a payment never refund more than was paid in total', async () => {
    await record(mechanic);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refund(index % 2 ? admin : secondAdmin, '30.00')),
    );
    expect(sortedStatuses(responses)).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
    expect(await readPayment()).toMatchObject({ refundedAmount: '90.00', status: 'completed' });
    const lastResponses = await Promise.all([refund(admin, '10.10'), refund(secondAdmin, '10.10')]);
    expect(sortedStatuses(lastResponses)).toEqual([201, 409]);
    expect(await readPayment()).toMatchObject({ refundedAmount: '100.10', status: 'refunded' });
    expect(await readSummary(admin)).toMatchObject({ totalRevenue: '0.00', refunded: 1 });
  });

  test('to fail a payment and to refund it: only one of the two succeeds', async () => {
    await record(mechanic);
    const responses = await Promise.all([fail(admin), refund(secondAdmin, '5.00')]);
    expect(sortedStatuses(responses)[1]).toBe(409);
    const { status, refundedAmount } = await readPayment();
    expect([
      ['failed', '0.00'],
      ['completed', '5.00'],
    ]).toContainEqual([status, refundedAmount]);
  });
});

describe('a payment change', () => {
  test('updates the stored counts exactly: merging and rebuilding them changes nothing', async () => {
    const readCounts = async () =>
      (
        await sql`select reader, status, sum(count)::int as count, sum(amount)::text as amount
        from payment_totals group by reader, status having sum(count) <> 0 order by reader, status`.execute(
          app.store.kysely,
        )
      ).rows;
    await record(mechanic);
    await refund(admin, '0.07');
    const before = await readCounts();
    await mergeCounts(app.store.kysely);
    expect(await readCounts()).toEqual(before);
    await sql`select rebuild_counts()`.execute(app.store.kysely);
    expect(await readCounts()).toEqual(before);
    expect(before).toContainEqual({ reader: '*', status: 'completed', count: 1, amount: '100.03' });
  });

  test("adds an entry to the appointment's history and sends events to everyone involved", async () => {
    await fail(admin);
    await record(mechanic, { paymentMethod: 'bank_transfer' });
    await sql`delete from outbox`.execute(app.store.kysely);
    await refund(admin, '1.00', { reason: 'Late' });
    const { rows } = await sql`
      select kind, actor_id as actor, detail from appointment_events
      where appointment_id = ${jobId} and kind like 'payment%' order by id
    `.execute(app.store.kysely);
    expect(rows).toEqual([
      { kind: 'payment_failed', actor: admin.id, detail: { amount: '100.10' } },
      {
        kind: 'payment_recorded',
        actor: mechanic.id,
        detail: { amount: '100.10', method: 'bank_transfer' },
      },
      { kind: 'payment_refunded', actor: admin.id, detail: { amount: '1.00', reason: 'Late' } },
    ]);
    const events = await sql`
      select kind, subject_id as subject, customer_id as customer, mechanic_id as mechanic
      from outbox order by kind
    `.execute(app.store.kysely);
    const people = { customer: customer.id, mechanic: mechanic.id };
    expect(events.rows).toEqual([
      { kind: 'appointment', subject: String(jobId), ...people },
      { kind: 'payment', subject: String(id), ...people },
    ]);
  });

  test("appears on the appointment's page and notifies the customer and the mechanic", async () => {
    await record(mechanic);
    await refund(admin, '1.00', { reason: 'Late' });
    const { events } = await read<AppointmentDetails>(app, customer, `/api/appointments/${jobId}`);
    expect(events.slice(-2)).toMatchObject([
      { kind: 'payment_recorded', amount: '100.10', by: { who: 'mechanic' }, reason: null },
      { kind: 'payment_refunded', amount: '1.00', by: { who: 'office' }, reason: 'Late' },
    ]);
    await assignEventNumbers(app.store.kysely);
    const countNotifications = async (person: Person) =>
      (await read<Notification[]>(app, person, '/api/notifications')).filter(
        ({ kind, subject }) => kind === 'payment' && subject.id === String(id),
      ).length;
    expect([
      await countNotifications(customer),
      await countNotifications(mechanic),
      await countNotifications(admin),
    ]).toEqual([2, 1, 0]);
  });

  test('is recorded in the audit trail with the person who made it and the refund', async () => {
    await record(mechanic);
    const { refunds } = (await refund(admin, '1.00', { reason: 'Late' })).json<PaymentDetail>();
    await sql`select seal_audit(1000)`.execute(app.store.kysely);
    const [entry] = await read<AuditEntry[]>(
      app,
      admin,
      `/api/audit?subject=refund&subjectId=${refunds[0]?.id}`,
    );
    expect(entry).toMatchObject({ action: 'created', actor: { id: admin.id } });
    expect(entry?.changes.map(({ field, after }) => [field, after])).toEqual(
      expect.arrayContaining([
        ['amount', '1.00'],
        ['reason', 'Late'],
      ]),
    );
  });

  test('cannot refund more than was paid, even directly in the database', async () => {
    await record(mechanic);
    const setRefunded = (refunded: number) =>
      sql`update payments set refunded_amount = ${refunded} where id = ${id}`.execute(
        app.store.kysely,
      );
    await expect(setRefunded(100.11)).rejects.toThrow();
    await expect(setRefunded(-1)).rejects.toThrow();
  });
});
