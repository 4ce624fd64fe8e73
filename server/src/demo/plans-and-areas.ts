import type { DemoContext } from './demo-options.ts';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { getPeriod, getPeriodOn } from '../plans/rules.ts';
import { getFormerPlan } from './demo-customer.ts';
import { areaCatalog, isDefaultCity } from './area-catalog.ts';
import type { DemoWorld } from './demo-world.ts';
import { reserveIds, loadRows } from './load-rows.ts';
import { planCatalog, smallFleetPlan } from './plan-catalog.ts';
import { createRandom, type Random } from './random.ts';
import { toPosition } from './town.ts';
import type { Line } from './town-geometry.ts';

type Trx = Transaction<Database>;

/** The current subscriptions: the index of the plan in `planCatalog`, and how many days ago the customer joined it. */
const currentSubscriptions = [
  [0, 140],
  [1, 52],
  [1, 17],
  [2, 75],
  [2, 9],
] as const;

/** Writes the demo's plans, a few customers' paid subscriptions, and the demo customer's former subscription. */
export async function writePlans(trx: Trx, world: DemoWorld, context: DemoContext): Promise<void> {
  const openedAt = context.toInstant(addDays(context.local.date, -365), 9 * 60);
  const planIds = await reserveIds(trx, 'plans', planCatalog.length);
  await loadRows(
    trx,
    'plans',
    planCatalog.map(({ interval, discountPercent, includedUses: _uses, ...plan }, index) => ({
      id: planIds[index] ?? 0,
      ...plan,
      billing_interval: interval,
      discount_percent: discountPercent,
      version: 1,
      created_at: openedAt,
    })),
  );
  for (const [index, { includedUses }] of planCatalog.entries()) {
    await sql`
      insert into plan_services (plan_id, service_id, uses)
      select ${planIds[index] ?? 0}::int, id, (${JSON.stringify(includedUses)}::json ->> name)::int from services
      where name = any(${Object.keys(includedUses)}::text[])
    `.execute(trx);
  }
  const random = createRandom(context.seed, 'plans');
  for (const [index, [planIndex, daysAgo]] of currentSubscriptions.entries()) {
    // A different customer for each subscription, so that nobody has two plans.
    const customerId = world.customers[index * 23]?.id;
    const planId = planIds[planIndex];
    const plan = planCatalog[planIndex];
    if (customerId === undefined || planId === undefined || !plan) continue;
    const startedOn = addDays(context.local.date, -daysAgo);
    const lastPeriod = getPeriodOn(startedOn, plan.interval, context.local.date, 0).number;
    const subscription = {
      customerId,
      planId,
      plan,
      startedOn,
      periods: lastPeriod + 1,
      endedOn: null,
    };
    await writeSubscription(trx, subscription, context, random);
  }
  const customerId = world.demoCustomer?.id;
  const planId = planIds[planCatalog.indexOf(smallFleetPlan)];
  if (customerId === undefined || planId === undefined) return;
  const formerSubscription = {
    customerId,
    planId,
    plan: smallFleetPlan,
    ...getFormerPlan(context.local.date),
  };
  await writeSubscription(trx, formerSubscription, context, random);
}

/** A subscription to write. */
interface PlannedSubscription {
  readonly customerId: string;
  readonly planId: number;
  readonly plan: (typeof planCatalog)[number];
  readonly startedOn: string;
  /** How many billing intervals the subscription has had, including the current one. */
  readonly periods: number;
  /** The day after the subscription's last day; null if it has not ended. */
  readonly endedOn: string | null;
}

/** Writes a subscription, with a payment for every billing interval on its first day. */
async function writeSubscription(
  trx: Trx,
  { customerId, planId, plan, startedOn, periods: count, endedOn }: PlannedSubscription,
  { now, toInstant }: DemoContext,
  random: Random,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into subscriptions (customer_id, plan_id, plan_name, price, billing_interval,
        discount_percent, started_on, renews, ended_at, created_at)
      values (${customerId}, ${planId}, ${plan.name}, ${plan.price}, ${plan.interval},
        ${plan.discountPercent}, ${startedOn}, ${endedOn === null},
        ${endedOn && toInstant(endedOn, 1)}::timestamptz, ${toInstant(startedOn, 12 * 60)})
      returning id
    ), included as (
      insert into subscription_services (subscription_id, service_id, uses)
      select created.id, i.service_id, i.uses from created, plan_services i where i.plan_id = ${planId}
    )
    select id from created
  `.execute(trx);
  const paymentIds = await reserveIds(trx, 'payments', count);
  const periods = paymentIds.map((paymentId, number) => ({
    ...getPeriod(startedOn, plan.interval, number),
    paymentId,
  }));
  await loadRows(
    trx,
    'payments',
    periods.map(({ paymentId, starts }) => {
      // An interval may start today, before noon.
      const noon = toInstant(starts, 12 * 60);
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
  const ids = await reserveIds(trx, 'subscription_periods', periods.length);
  await loadRows(
    trx,
    'subscription_periods',
    periods.map(({ paymentId, ...period }, index) => ({
      id: ids[index] ?? 0,
      subscription_id: rows[0]?.id ?? 0,
      ...period,
      payment_id: paymentId,
    })),
  );
}

/** Writes the demo's service areas around the city's center, with ZIP codes if it is the default city. */
export async function writeAreas(trx: Trx, center: Position, { now }: DemoContext): Promise<void> {
  for (const { name, shape, radiusMiles, zips, days, tripFee } of areaCatalog) {
    const circle = radiusMiles === null ? null : center;
    await sql`
      with created as (
        insert into service_areas
          (name, ring, latitude, longitude, radius_miles, days, trip_fee, created_at)
        values (${name}, ${shape && JSON.stringify(toRing(shape, center))}::jsonb,
          ${circle && circle.lat}::double precision, ${circle && circle.lng}::double precision,
          ${radiusMiles}::numeric, ${[...days]}, ${tripFee}, ${now})
        returning id
      )
      insert into service_area_zips (zip, area_id)
      select zip, created.id from created,
        unnest(${isDefaultCity(center) ? [...zips] : []}::text[]) as zip
    `.execute(trx);
  }
}

/** Returns a closed ring of [longitude, latitude] pairs. */
function toRing(shape: Line, center: Position): [number, number][] {
  return [...shape, ...shape.slice(0, 1)].map((vertex) => {
    const { lat, lng } = toPosition(vertex, center);
    return [lng, lat];
  });
}
