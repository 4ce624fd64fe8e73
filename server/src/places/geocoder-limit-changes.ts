import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Takes the next time at which a geocoding service that allows `perSecond` requests may be asked, for all
 * processes together: the times are evenly spaced. Returns the milliseconds until then, or null, without taking
 * any, if that is longer than `maxWaitMs`.
 */
export async function takeTurn(
  db: Kysely<Database>,
  perSecond: number,
  maxWaitMs: number,
): Promise<number | null> {
  // The clock of the database, which all processes share. It goes on while the row is waited for.
  const { rows } = await sql<{ waitMs: number }>`
    insert into geocoder_limit as kept (only_one, next_at)
    values (true, clock_timestamp() + make_interval(secs => 1.0 / ${perSecond}::float8))
    on conflict (only_one) do update
    set next_at = greatest(kept.next_at, clock_timestamp()) + make_interval(secs => 1.0 / ${perSecond}::float8)
    where kept.next_at <= clock_timestamp() + make_interval(secs => ${maxWaitMs}::float8 / 1000)
    returning (extract(epoch from next_at - clock_timestamp()) - 1.0 / ${perSecond}::float8)::float8 * 1000
      as "waitMs"
  `.execute(db);
  const [row] = rows;
  return row ? Math.max(0, row.waitMs) : null;
}
