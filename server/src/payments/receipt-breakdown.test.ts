import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { formatMoney } from '@curbwrench/contract/fields/money';
import type { PaymentDetail } from '@curbwrench/contract/payments/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeCrew,
  makePerson,
  makePlan,
  makeServiceArea,
  makeVehicle,
  setPlanPaymentStatus,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';
import { readPdfPages } from '@curbwrench/testing/pdf-text';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let crew: Crew;
let customer: Person;

beforeAll(async () => {
  site = await startApp();
  await makeServiceArea(site, ['94103'], { name: 'South side', call_out_fee: '15.00' });
});
afterAll(() => site.stop());

beforeEach(async () => {
  crew = await makeCrew(site, 1);
  customer = await makePerson(site, 'customer');
});

/** Creates a plan that includes that many uses of the crew's service; the customer joins and pays. */
async function joinPlan(uses: number, discountPercent: number): Promise<void> {
  const services = uses > 0 ? [{ serviceId: crew.serviceId, uses }] : [];
  const details = { name: 'Care', discount_percent: discountPercent };
  const planId = await makePlan(site, details, services);
  await send(site, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  await setPlanPaymentStatus(site, customer.id, 'completed');
}

describe('the breakdown on a receipt', () => {
  /** Books an appointment for today and completes the job. */
  async function bookAndComplete(startTime: string, address: string): Promise<Appointment> {
    const { id } = (
      await send(site, customer, 'POST', '/api/appointments', {
        vehicleId: await makeVehicle(site, customer.id),
        serviceId: crew.serviceId,
        date: '2026-03-03',
        startTime,
        location: JSON.stringify({ address }),
      })
    ).json<Appointment>();
    const advisor = await makePerson(site, 'service_advisor');
    const [mechanic] = crew.mechanics;
    const url = `/api/appointments/${id}`;
    await send(site, advisor, 'PATCH', url, { mechanicId: mechanic.id, status: 'confirmed' });
    for (const status of ['in_progress', 'completed']) {
      await send(site, mechanic, 'PATCH', url, { status });
    }
    return read<Appointment>(site, customer, url);
  }

  const readReceipt = async ({ payment }: Appointment, person = customer) => {
    const url = `/api/payments/${payment?.id}`;
    const [page = ''] = readPdfPages(
      (await send(site, person, 'GET', `${url}/receipt.pdf`)).rawPayload,
    );
    const { breakdown } = await read<PaymentDetail>(site, person, url);
    return { breakdown, lines: page.split('\n') };
  };

  test("shows the plan's reduction and the area's fee, also after the plan and the area changed", async () => {
    await joinPlan(1, 15);
    const included = await bookAndComplete('11:00', '5 Elm Street 94103');
    const reduced = await bookAndComplete('12:00', '5 Elm Street');
    const callOut = { area: 'South side', fee: '15.00' };
    const includedBreakdown = {
      servicePrice: '89.00',
      plan: { name: 'Care', reduction: '89.00' },
      callOut,
    };
    expect(included.price).toBe('15.00');
    const before = await readReceipt(included);
    expect(before.breakdown).toEqual(includedBreakdown);
    for (const line of [
      '$89.00',
      'Included in the Care plan',
      '-$89.00',
      'Call-out fee, South side',
      '$15.00',
    ]) {
      expect(before.lines).toContain(line);
    }
    const { breakdown, lines } = await readReceipt(reduced);
    expect(breakdown).toEqual({
      servicePrice: '89.00',
      plan: { name: 'Care', reduction: '13.35' },
      callOut: null,
    });
    for (const line of ['Care plan discount', '-$13.35', '$75.65']) {
      expect(lines).toContain(line);
    }

    const [mechanic] = crew.mechanics;
    expect((await readReceipt(included, mechanic)).breakdown).toEqual(includedBreakdown);
    const url = `/api/appointments/${included.id}`;
    expect(await read<AppointmentDetails>(site, customer, url)).toMatchObject({
      breakdown: includedBreakdown,
    });

    const db = site.store.kysely;
    await sql`update services set price = 500, name = 'Other' where id = ${crew.serviceId}`.execute(
      db,
    );
    await sql`update subscriptions set plan_name = 'Other', ended_at = now()`.execute(db);
    await sql`update plans set name = 'Other', discount_percent = 99`.execute(db);
    await sql`update service_areas set call_out_fee = 77 where name = 'South side'`.execute(db);
    expect((await readReceipt(included)).breakdown).toEqual(includedBreakdown);
    await sql`update service_areas set call_out_fee = 15 where name = 'South side'`.execute(db);
  });

  test('is left out if nothing was reduced or added, or if the parts do not add up', async () => {
    const fullPrice = await bookAndComplete('11:00', '5 Elm Street');
    expect((await readReceipt(fullPrice)).breakdown).toBeNull();
    expect((await readReceipt(fullPrice)).lines).not.toContain('List price');
    await joinPlan(0, 15);
    const reduced = await bookAndComplete('12:00', '5 Elm Street');
    const setAmount = (amount: string) =>
      sql`update payments set amount = ${amount} where id = ${reduced.payment?.id}`.execute(
        site.store.kysely,
      );
    for (const amount of ['89.01', '1000.00']) {
      await setAmount(amount);
      const { breakdown, lines } = await readReceipt(reduced);
      expect(breakdown).toBeNull();
      expect(lines).toContain(formatMoney(amount, 'USD'));
    }
  });
});
