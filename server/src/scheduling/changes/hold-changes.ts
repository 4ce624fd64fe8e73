// Reads tables owned by these modules: appointments, mechanics, services
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { waitingStatusList } from '../queries/open-appointments.ts';

/**
 * Runs a change that requires other holds to move: releases those holds, runs the change, then places the holds on
 * their new mechanics. In any other order, swapping two holds would violate the exclusion constraint. `moves` maps
 * appointment ids to the ids of the new mechanics.
 */
export async function withMovedHolds<T>(
  trx: Transaction<Database>,
  moves: ReadonlyMap<number, string> | undefined,
  change: () => Promise<T>,
): Promise<T> {
  if (!moves || moves.size === 0) return change();
  await releaseHolds(trx, [...moves.keys()]);
  const result = await change();
  await placeHolds(trx, moves);
  return result;
}

/** Holds a mechanic's time for each of these appointments, which must have no hold. */
export async function placeHolds(
  trx: Transaction<Database>,
  holds: ReadonlyMap<number, string>,
): Promise<void> {
  if (holds.size === 0) return;
  await sql`
    update appointments a set held_mechanic_id = placed.mechanic_id
    from unnest(${[...holds.keys()]}::int[], ${[...holds.values()]}::text[]) as placed (id, mechanic_id)
    where a.id = placed.id
  `.execute(trx);
}

/** Releases the holds of these appointments. */
export async function releaseHolds(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<void> {
  await sql`update appointments set held_mechanic_id = null where id = any(${ids}::int[])`.execute(
    trx,
  );
}

/**
 * Releases the holds of this service's appointments on mechanics who lack the skill that the service requires. Returns
 * the ids of the appointments that lost their hold.
 */
export async function releaseUnqualifiedHolds(
  trx: Transaction<Database>,
  serviceId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update appointments a set held_mechanic_id = null
    from mechanics m, services s
    where s.id = ${serviceId} and m.person_id = a.held_mechanic_id and a.status in ${waitingStatusList}
      and exists (
        select from appointment_lines l where l.appointment_id = a.id and l.service_id = s.id)
      and s.skill is not null
      and not exists (select from unnest(m.skills) as own where lower(own) = lower(s.skill))
    returning a.id
  `.execute(trx);
  return rows.map(({ id }) => id);
}
