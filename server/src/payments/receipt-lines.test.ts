import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { formatMoney } from '@curbwrench/contract/fields/money';
import type { PaymentDetail } from '@curbwrench/contract/payments/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeTeam,
  makePerson,
  makePlan,
  makeService,
  makeServiceArea,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { setPlanPaymentStatus } from '@curbwrench/testing/plan-payments';
import { readPdfPages } from '@curbwrench/testing/pdf-text';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let team: Team;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
  await makeServiceArea(app, ['94103'], { name: 'South side', trip_fee: '15.00' });
});
afterAll(() => app.stop());

beforeEach(async () => {
  team = await makeTeam(app, 1);
  customer = await makePerson(app, 'customer');
});

/** Creates a plan that includes the given number of uses of the team's service; the customer joins and pays. */
async function joinPlan(uses: number, discountPercent: number): Promise<void> {
  const services = uses > 0 ? [{ serviceId: team.serviceId, uses }] : [];
  const details = { name: 'Care', discount_percent: discountPercent };
  const planId = await makePlan(app, details, services);
  await send(app, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  await setPlanPaymentStatus(app, customer.id, 'completed');
}

describe('the line items of a receipt', () => {
  /** Books an appointment for today and completes the job. */
  async function bookAndComplete(
    startTime: string,
    address: string,
    additionalServiceIds: number[] = [],
  ): Promise<Appointment> {
    const { id } = (
      await send(app, customer, 'POST', '/api/appointments', {
        vehicleId: await makeVehicle(app, customer.id),
        serviceId: team.serviceId,
        additionalServiceIds,
        date: '2026-03-03',
        startTime,
        location: JSON.stringify({ address }),
      })
    ).json<Appointment>();
    const advisor = await makePerson(app, 'service_advisor');
    const [mechanic] = team.mechanics;
    const url = `/api/appointments/${id}`;
    await send(app, advisor, 'PATCH', url, { mechanicId: mechanic.id, status: 'confirmed' });
    for (const status of ['in_progress', 'completed']) {
      await send(app, mechanic, 'PATCH', url, { status });
    }
    return read<Appointment>(app, customer, url);
  }

  const readReceipt = async ({ payment }: Appointment, person = customer) => {
    const url = `/api/payments/${payment?.id}`;
    const [page = ''] = readPdfPages(
      (await send(app, person, 'GET', `${url}/receipt.pdf`)).rawPayload,
    );
    const { lines } = await read<PaymentDetail>(app, person, url);
    return { rows: toRows(lines), pdfLines: page.split('\n') };
  };
  const toRows = (lines: PaymentDetail['lines']) =>
    lines.map(({ kind, description, unitPrice }) => [kind, description, unitPrice]);

  test("show the plan's discount and the area's fee, even after the plan and the area have changed", async () => {
    await joinPlan(1, 15);
    const includedJob = await bookAndComplete('11:00', '5 Elm Street 94103');
    const discountedJob = await bookAndComplete('12:00', '5 Elm Street');
    const { service } = includedJob;
    const includedRows = [
      ['service', service.name, '89.00'],
      ['discount', 'Included in the Care plan', '-89.00'],
      ['fee', 'Trip fee, South side', '15.00'],
    ];
    expect(includedJob.price).toBe('15.00');
    const before = await readReceipt(includedJob);
    expect(before.rows).toEqual(includedRows);
    for (const line of [
      '$89.00',
      'Included in the Care plan',
      '-$89.00',
      'Trip fee, South side',
      '$15.00',
    ]) {
      expect(before.pdfLines).toContain(line);
    }
    const { rows, pdfLines } = await readReceipt(discountedJob);
    expect(rows).toEqual([
      ['service', service.name, '89.00'],
      ['discount', 'Care plan (15% off)', '-13.35'],
    ]);
    for (const line of ['Care plan (15% off)', '-$13.35', '$75.65']) {
      expect(pdfLines).toContain(line);
    }

    const [mechanic] = team.mechanics;
    expect((await readReceipt(includedJob, mechanic)).rows).toEqual(includedRows);
    const url = `/api/appointments/${includedJob.id}`;
    const details = await read<AppointmentDetails>(app, customer, url);
    expect(toRows(details.lines)).toEqual(includedRows);

    const db = app.store.kysely;
    await sql`update services set price = 500, name = 'Other' where id = ${team.serviceId}`.execute(
      db,
    );
    await sql`update subscriptions set plan_name = 'Other', ended_at = now()`.execute(db);
    await sql`update plans set name = 'Other', discount_percent = 99`.execute(db);
    await sql`update service_areas set trip_fee = 77 where name = 'South side'`.execute(db);
    expect((await readReceipt(includedJob)).rows).toEqual(includedRows);
    await sql`update service_areas set trip_fee = 15 where name = 'South side'`.execute(db);
  });

  test('contain only the service if there was no discount or fee', async () => {
    const fullPriceJob = await bookAndComplete('11:00', '5 Elm Street');
    const { rows } = await readReceipt(fullPriceJob);
    expect(rows).toEqual([['service', fullPriceJob.service.name, '89.00']]);
  });

  test('list every service with its price, and the total @payments.receipt-lines', async () => {
    const { skill } = team;
    const additionalId = await makeService(app, { name: 'Tire Rotation', price: '40.00', skill });
    const job = await bookAndComplete('11:00', '5 Elm Street', [additionalId]);
    expect(job.payment?.amount).toBe('129.00');
    const { rows, pdfLines } = await readReceipt(job);
    expect(rows).toEqual([
      ['service', job.service.name, '89.00'],
      ['service', 'Tire Rotation', '40.00'],
    ]);
    for (const text of [job.service.name, '$89.00', 'Tire Rotation', '$40.00', '$129.00']) {
      expect(pdfLines).toContain(text);
    }
  });

  test('are left out if they do not add up to the amount of the payment', async () => {
    const job = await bookAndComplete('12:00', '5 Elm Street');
    await sql`update payments set amount = 89.01 where id = ${job.payment?.id}`.execute(
      app.store.kysely,
    );
    const { rows, pdfLines } = await readReceipt(job);
    expect(rows).toEqual([]);
    expect(pdfLines).toContain(formatMoney('89.01', 'USD'));
  });
});
