import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import type { Payment } from '@curbwrench/contract/payments/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  type Person,
} from '@curbwrench/testing/builders';
import { nextPage, read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;
let ana: Person;
let bob: Person;
let mechanic: Person;
let jobId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
  ana = await makePerson(app, 'customer', { id: 'ana', firstName: 'Ana', lastName: 'Alvarez' });
  bob = await makePerson(app, 'customer', { id: 'bob', firstName: 'Bob', lastName: 'Brown' });
  mechanic = await makeMechanic(app);
  jobId = await makeAppointment(app, {
    date: '2026-03-02',
    status: 'completed',
    customer_id: ana.id,
    mechanic_id: mechanic.id,
    service_id: await makeService(app, { name: 'Oil change' }),
  });
  const statuses = ['completed', 'pending', 'failed', 'refunded'] as const;
  for (let index = 0; index < 24; index += 1) {
    const status = statuses[index % 4] ?? 'pending';
    // 24 different amounts, in a different order than the ids.
    const amount = (((index * 13) % 24) / 4 + 9).toFixed(2);
    await app.store.kysely
      .insertInto('payments')
      .values({
        customer_id: index % 3 === 0 ? ana.id : bob.id,
        appointment_id: index === 0 ? jobId : null,
        amount,
        refunded_amount: status === 'refunded' ? amount : '0.00',
        status,
        payment_method: 'credit_card',
        // Several payments have the same creation time.
        created_at: new Date(Date.UTC(2026, 1, 1 + Math.floor(index / 5))),
        paid_at: status === 'completed' || status === 'refunded' ? new Date('2026-02-10') : null,
      })
      .execute();
  }
});
afterAll(() => app.stop());

const readPayments = (url: string, person = admin) => read<Payment[]>(app, person, url);

describe('the list of payments', () => {
  test("is sorted newest first and matches the contract's schema @payments.list", async () => {
    const payments = await readPayments('/api/payments');
    expect(endpointSchemas.listPayments.reply.parse(payments)).toEqual(payments);
    const times = payments.map(
      ({ createdAt, id }) => `${createdAt} ${String(id).padStart(4, '0')}`,
    );
    expect(times).toEqual(times.toSorted().toReversed());
    expect(payments).toHaveLength(24);
    expect(payments.find(({ appointmentId }) => appointmentId === jobId)).toMatchObject({
      service: { name: 'Oil change' },
      customer: { id: ana.id, email: ana.email },
    });
    expect(payments.filter(({ service }) => service === null)).toHaveLength(23);
  });

  test('shows customers their own payments, and shows mechanics those for their own jobs, without email addresses', async () => {
    expect(
      new Set((await readPayments('/api/payments', ana)).map(({ customerId }) => customerId)),
    ).toEqual(new Set([ana.id]));
    const visible = await readPayments('/api/payments', mechanic);
    expect(visible.map(({ appointmentId, customer }) => [appointmentId, customer.email])).toEqual([
      [jobId, null],
    ]);
  });

  const sortKeys: Record<string, (payment: Payment) => (string | number)[]> = {
    date: ({ createdAt }) => [createdAt],
    amount: ({ amount }) => [Number(amount)],
    status: ({ status, createdAt }) => [status, createdAt],
    customer: ({ customer }) => [customer.lastName, customer.firstName],
  };

  test.each(['date', '-date', 'amount', '-amount', 'status', '-status', 'customer', '-customer'])(
    'has the same order and no duplicates when it is split into pages, sorted by %s',
    async (sort) => {
      const all = await readPayments(`/api/payments?sort=${sort}`);
      const allPages = await readPages<Payment>(app, admin, `/api/payments?sort=${sort}&limit=5`);
      expect(allPages).toEqual(all);
      expect(new Set(all.map(({ id }) => id)).size).toBe(24);
      const keys = all.map((payment) => [
        ...(sortKeys[sort.replace('-', '')]?.(payment) ?? []),
        payment.id,
      ]);
      const sorted = keys.toSorted((a, b) => {
        const index = a.findIndex((value, at) => value !== b[at]);
        const [left = 0, right = 0] = [a[index], b[index]];
        return (left < right ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
      });
      expect(keys).toEqual(sorted);
    },
  );

  test('is paginated correctly even if payments were created less than a millisecond apart', async () => {
    for (const part of ['123001', '123002', '123003', '123004', '123999']) {
      await sql`insert into payments (customer_id, amount, status, created_at)
        values (${bob.id}, 1, 'failed', ${`2026-02-27T10:00:00.${part}Z`}::timestamptz)
      `.execute(app.store.kysely);
    }
    for (const sort of ['date', '-date']) {
      const allPages = await readPages<Payment>(app, admin, `/api/payments?sort=${sort}&limit=2`);
      expect(new Set(allPages.map(({ id }) => id)).size).toBe(29);
      expect(allPages).toHaveLength(29);
    }
    await app.store.kysely.deleteFrom('payments').where('amount', '=', '1.00').execute();
  });

  test('is filtered by the date of payment in the business’s time zone @payments.find', async () => {
    const pay = (amount: string, status: string, paidAt: string) =>
      sql`insert into payments (customer_id, amount, status, created_at, paid_at)
        values (${bob.id}, ${amount}, ${status}, ${paidAt}::timestamptz, ${paidAt}::timestamptz)`.execute(
        app.store.kysely,
      );
    // March 3 in the business's time zone lasts from 08:00 UTC to 08:00 UTC the next day.
    await pay('701.00', 'completed', '2026-03-03T07:59:59Z');
    await pay('702.00', 'completed', '2026-03-03T08:00:00Z');
    await pay('703.00', 'completed', '2026-03-04T07:59:59Z');
    await pay('704.00', 'completed', '2026-03-04T08:00:00Z');
    const listAmounts = async (query: string, person = admin) =>
      (await readPayments(`/api/payments?sort=amount&${query}`, person)).map(
        ({ amount }) => amount,
      );
    expect(await listAmounts('paidOn=2026-03-03')).toEqual(['702.00', '703.00']);
    expect(await listAmounts('paidOn=2026-03-04&status=completed')).toEqual(['704.00']);
    expect(await listAmounts('paidOn=2026-03-03&status=pending')).toEqual([]);
    expect(await listAmounts('paidOn=2026-03-03', ana)).toEqual([]);
    await app.store.kysely.deleteFrom('payments').where('amount', '>', '700').execute();
  });

  test('is filtered by status, and searched by customer or service, with wildcards taken literally @payments.find', async () => {
    expect(
      new Set((await readPayments('/api/payments?status=failed')).map(({ status }) => status)),
    ).toEqual(new Set(['failed']));
    expect(await readPayments('/api/payments?search=alvarez')).toHaveLength(8);
    expect(await readPayments('/api/payments?search=bob@example')).toHaveLength(16);
    expect(
      (await readPayments('/api/payments?search=OIL')).map(({ appointmentId }) => appointmentId),
    ).toEqual([jobId]);
    for (const text of ['alv%25rez', 'alv_rez', 'oil%25'])
      expect(await readPayments(`/api/payments?search=${text}`)).toEqual([]);
    expect(await readPayments('/api/payments?search=ana@example', mechanic)).toEqual([]);
  });

  test('has a link to the next page only if there are more entries', async () => {
    const response = await send(app, admin, 'GET', '/api/payments?limit=23&status=completed');
    expect(nextPage(response)).toBeNull();
    const first = await send(app, admin, 'GET', '/api/payments?limit=23');
    expect(nextPage(first)).toContain('limit=23');
  });
});

describe('the summary', () => {
  test('has the exact counts by status and the total paid for each viewer @payments.summary', async () => {
    const countPayments = (payments: Payment[]) => {
      const withStatus = (status: string) =>
        payments.filter((payment) => payment.status === status);
      const cents = withStatus('completed').reduce(
        (sum, { amount }) => sum + Math.round(Number(amount) * 100),
        0,
      );
      return {
        totalRevenue: (cents / 100).toFixed(2),
        completed: withStatus('completed').length,
        pending: withStatus('pending').length,
        failed: withStatus('failed').length,
        refunded: withStatus('refunded').length,
      };
    };
    for (const person of [admin, ana, bob, mechanic]) {
      const summary = await read(app, person, '/api/payments/summary');
      expect(summary).toEqual(countPayments(await readPayments('/api/payments', person)));
    }
    const newCustomer = await makePerson(app, 'customer');
    expect(await read(app, newCustomer, '/api/payments/summary')).toEqual(countPayments([]));
  });
});
