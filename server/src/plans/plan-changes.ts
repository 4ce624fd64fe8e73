// Reads tables owned by these modules: services
import type { PlanInput, PlanInterval } from '@curbwrench/contract/plans/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Returns whether all of these services are offered, and locks them until the transaction ends. */
export async function lockOfferedServices(
  trx: Trx,
  serviceIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from services where id = any(${serviceIds}::int[]) and archived_at is null
    order by id for share
  `.execute(trx);
  return rows.length === serviceIds.length;
}

/** Inserts a plan and returns its id. */
export async function insertPlan(trx: Trx, input: PlanInput, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto('plans')
    .values({ ...toColumns(input), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertIncludedServices(trx, id, input);
  return id;
}

/** Replaces a plan's terms for customers who join later. Returns false if no plan with this id is offered. */
export async function updatePlan(trx: Trx, id: number, input: PlanInput): Promise<boolean> {
  const changed = await trx
    .updateTable('plans')
    .set((eb) => ({ ...toColumns(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await trx.deleteFrom('plan_services').where('plan_id', '=', id).execute();
  await insertIncludedServices(trx, id, input);
  return true;
}

/** Archives a plan; subscriptions to it continue. Returns false if no plan with this id is offered. */
export async function archivePlan(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update plans set archived_at = ${now} where id = ${id} and archived_at is null returning 1
  `.execute(trx);
  return rows.length > 0;
}

/** A plan as offered to a new member. */
export interface OfferedPlan {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly interval: PlanInterval;
  readonly discountPercent: number;
  readonly version: number;
}

/** Reads an offered plan and locks it until the transaction ends; null if there is none. */
export async function lockOfferedPlan(trx: Trx, id: number): Promise<OfferedPlan | null> {
  const { rows } = await sql<OfferedPlan>`
    select id, name, price, billing_interval as "interval", discount_percent as "discountPercent", version
    from plans where id = ${id} and archived_at is null for share
  `.execute(trx);
  return rows[0] ?? null;
}

function toColumns(input: PlanInput) {
  return {
    name: input.name,
    description: input.description,
    price: input.price,
    billing_interval: input.interval,
    discount_percent: input.discountPercent,
  };
}

async function insertIncludedServices(
  trx: Trx,
  id: number,
  { services }: PlanInput,
): Promise<void> {
  if (services.length === 0) return;
  await trx
    .insertInto('plan_services')
    .values(services.map(({ serviceId, uses }) => ({ plan_id: id, service_id: serviceId, uses })))
    .execute();
}
