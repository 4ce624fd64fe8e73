import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { periodNumbered, periodOn } from '../plans/rules.ts';
import type { Present } from './appointment-story.ts';
import { formerPlan } from './demo-customer.ts';
import type { DemoWorld } from './demo-world.ts';
import { drawIds, loadRows } from './load-rows.ts';
import { areaCatalogue, isOwnCity, planCatalogue, smallFleet } from './plan-catalogue.ts';
import { randomFrom, type Random } from './random.ts';

type Trx = Transaction<Database>;

/**
 * Which plan, by its index in the catalog, was joined how many days ago. The demo's customer has left theirs.
 */
const joined = [
  [0, 140],
  [1, 52],
  [1, 17],
  [2, 75],
  [2, 9],
] as const;

/** Writes the demo's plans, with a few customers who have one and have paid for it. */
export async function writePlans(trx: Trx, world: DemoWorld, present: Present): Promise<void> {
  const opened = present.clock(addDays(present.local.date, -365), 9 * 60);
  const planIds = await drawIds(trx, 'plans', planCatalogue.length);
  await loadRows(
    trx,
    'plans',
    planCatalogue.map(({ interval, discountPercent, includes: _includes, ...plan }, at) => ({
      id: planIds[at] ?? 0,
      ...plan,
      billing_interval: interval,
      discount_percent: discountPercent,
      version: 1,
      created_at: opened,
    })),
  );
  for (const [at, { includes }] of planCatalogue.entries()) {
    await sql`
      insert into plan_services (plan_id, service_id, uses)
      select ${planIds[at] ?? 0}::int, id, (${JSON.stringify(includes)}::json ->> name)::int from services
      where name = any(${Object.keys(includes)}::text[])
    `.execute(trx);
  }
  const random = randomFrom(present.seed, 'plans');
  const members = joined.map((join, at) => ({
    join,
    // Spread over the customers, so that nobody has two.
    customerId: world.customers[at * 23]?.id,
  }));
  for (const { join, customerId } of members) {
    const [at, daysAgo] = join;
    const planId = planIds[at];
    const plan = planCatalogue[at];
    if (customerId === undefined || planId === undefined || !plan) continue;
    const startedOn = addDays(present.local.date, -daysAgo);
    const last = periodOn(startedOn, plan.interval, present.local.date, 0).number;
    const member = { customerId, planId, plan, startedOn, periods: last + 1, endedOn: null };
    await writeMember(trx, member, present, random);
  }
  const customerId = world.demoCustomer?.id;
  const planId = planIds[planCatalogue.indexOf(smallFleet)];
  if (customerId === undefined || planId === undefined) return;
  const former = { customerId, planId, plan: smallFleet, ...formerPlan(present.local.date) };
  await writeMember(trx, former, present, random);
}

interface Member {
  readonly customerId: string;
  readonly planId: number;
  readonly plan: (typeof planCatalogue)[number];
  readonly startedOn: string;
  readonly periods: number;
  /** The day after the last day of a customer who left. */
  readonly endedOn: string | null;
}

/** Writes a customer's plan, every interval of it paid on its first day. */
async function writeMember(
  trx: Trx,
  { customerId, planId, plan, startedOn, periods: count, endedOn }: Member,
  { now, clock }: Present,
  random: Random,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into subscriptions (customer_id, plan_id, plan_name, price, billing_interval,
        discount_percent, started_on, renews, ended_at, created_at)
      values (${customerId}, ${planId}, ${plan.name}, ${plan.price}, ${plan.interval},
        ${plan.discountPercent}, ${startedOn}, ${endedOn === null},
        ${endedOn && clock(endedOn, 1)}::timestamptz, ${clock(startedOn, 12 * 60)})
      returning id
    ), included as (
      insert into subscription_services (subscription_id, service_id, uses)
      select made.id, i.service_id, i.uses from made, plan_services i where i.plan_id = ${planId}
    )
    select id from made
  `.execute(trx);
  const paymentIds = await drawIds(trx, 'payments', count);
  const periods = paymentIds.map((paymentId, number) => ({
    ...periodNumbered(startedOn, plan.interval, number),
    paymentId,
  }));
  await loadRows(
    trx,
    'payments',
    periods.map(({ paymentId, starts }) => {
      // An interval may start today, before noon.
      const noon = clock(starts, 12 * 60);
      const at = noon < now ? noon : now;
      return {
        id: paymentId,
        customer_id: customerId,
        appointment_id: null,
        amount: plan.price,
        refunded_amount: '0.00',
        status: 'completed' as const,
        payment_method: 'bank_transfer',
        transaction_id: `PLAN-${random.text(10, '0123456789')}`,
        created_at: at,
        paid_at: at,
      };
    }),
  );
  const ids = await drawIds(trx, 'subscription_periods', periods.length);
  await loadRows(
    trx,
    'subscription_periods',
    periods.map(({ paymentId, ...period }, at) => ({
      id: ids[at] ?? 0,
      subscription_id: rows[0]?.id ?? 0,
      ...period,
      payment_id: paymentId,
    })),
  );
}

/** Writes the demo's service areas: by ZIP code in its default city, around the center elsewhere. */
export async function writeAreas(trx: Trx, centre: Position, { now }: Present): Promise<void> {
  if (!isOwnCity(centre)) {
    await sql`
      insert into service_areas (name, latitude, longitude, radius_miles, days, call_out_fee, created_at)
      values ('The city', ${centre.lat}, ${centre.lng}, 8, '{mon,tue,wed,thu,fri}', 0, ${now})
    `.execute(trx);
    return;
  }
  for (const { name, zips, days, callOutFee } of areaCatalogue) {
    await sql`
      with made as (
        insert into service_areas (name, days, call_out_fee, created_at)
        values (${name}, ${[...days]}, ${callOutFee}, ${now}) returning id
      )
      insert into service_area_zips (zip, area_id)
      select zip, made.id from made, unnest(${[...zips]}::text[]) as zip
    `.execute(trx);
  }
}
