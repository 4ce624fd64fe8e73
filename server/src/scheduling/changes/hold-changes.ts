// Reads tables of: mechanics, services
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * Makes a change that needs other holds to move. They are let go first, then the change takes its
 * place, then they take theirs: in any other order a swap would meet itself half way in the
 * constraint against overlaps.
 */
export async function whileMovingHolds<T>(
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

/** Gives these appointments, which hold nobody's time now, a mechanic's time each. */
export async function placeHolds(
  trx: Transaction<Database>,
  holds: ReadonlyMap<number, string>,
): Promise<void> {
  if (holds.size === 0) return;
  await sql`
    update appointments a set hold_mechanic_id = placed.mechanic_id
    from unnest(${[...holds.keys()]}::int[], ${[...holds.values()]}::text[]) as placed (id, mechanic_id)
    where a.id = placed.id
  `.execute(trx);
}

/** Lets go of what these appointments hold. */
export async function releaseHolds(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<void> {
  await sql`update appointments set hold_mechanic_id = null where id = any(${ids}::int[])`.execute(
    trx,
  );
}

/** Lets go of the time of mechanics who lack the skill that the service asks for. */
export async function releaseUnqualified(
  trx: Transaction<Database>,
  serviceId: number,
): Promise<void> {
  await sql`
    update appointments a set hold_mechanic_id = null
    from mechanics m, services s
    where a.service_id = ${serviceId} and s.id = a.service_id and m.user_id = a.hold_mechanic_id
      and s.skill is not null and not s.skill = any(m.skills)
  `.execute(trx);
}
