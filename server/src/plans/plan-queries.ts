// Reads tables owned by these modules: services
import type { Plan, PlanInterval } from '@curbwrench/contract/plans/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A maintenance plan with the data that its responses need. */
export interface PlanRow {
  id: number;
  name: string;
  description: string;
  price: string;
  billing_interval: PlanInterval;
  discount_percent: number;
  services: Plan['services'];
  version: number;
  archived: boolean;
  members: number;
}

/**
 * Returns the offered plans, the cheapest per month first. `includesArchived` adds archived plans that still have
 * members.
 */
export async function listPlans(
  db: Handle,
  includesArchived: boolean,
): Promise<readonly PlanRow[]> {
  return readPlans(
    db,
    includesArchived
      ? sql`p.archived_at is null or ${memberCount} > 0`
      : sql`p.archived_at is null`,
  );
}

/** Returns a plan, offered or archived; null if there is none with this id. */
export async function findPlan(db: Handle, id: number): Promise<PlanRow | null> {
  const [row] = await readPlans(db, sql`p.id = ${id}`);
  return row ?? null;
}

const memberCount = sql`(select count(*) from subscriptions s where s.plan_id = p.id and s.ended_at is null)`;

async function readPlans(db: Handle, condition: RawBuilder<unknown>): Promise<readonly PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select p.id, p.name, p.description, p.price, p.billing_interval, p.discount_percent, p.version,
      p.archived_at is not null as archived, ${memberCount} as members,
      (select coalesce(json_agg(json_build_object(
          'serviceId', i.service_id, 'name', v.name, 'uses', i.uses) order by v.name, v.id), '[]')
        from plan_services i join services v on v.id = i.service_id
        where i.plan_id = p.id) as services
    from plans p
    where ${condition}
    order by p.archived_at is not null, p.price / case p.billing_interval
      when 'month' then 1 when 'quarter' then 3 else 12 end, p.id
  `.execute(db);
  return rows;
}
