import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Reserves the next time at which a request may be sent to a geocoding service that allows `perSecond` requests per
 * second from all processes together. The times are evenly spaced. Returns the number of milliseconds until the
 * reserved time. If that would be more than `maxWaitMs`, reserves nothing and returns null.
 */
export async function reserveRequestTime(
  db: Kysely<Database>,
  perSecond: number,
  maxWaitMs: number,
): Promise<number | null> {
  // Uses the database's clock, which all processes share and which advances while this waits for the row's lock.
  const { rows } = await sql<{ waitMs: number }>`
    insert into geocoder_limit as existing (only_one, next_at)
    values (true, clock_timestamp() + make_interval(secs => 1.0 / ${perSecond}::float8))
    on conflict (only_one) do update
    set next_at = greatest(existing.next_at, clock_timestamp()) + make_interval(secs => 1.0 / ${perSecond}::float8)
    where existing.next_at <= clock_timestamp() + make_interval(secs => ${maxWaitMs}::float8 / 1000)
    returning (extract(epoch from next_at - clock_timestamp()) - 1.0 / ${perSecond}::float8)::float8 * 1000
      as "waitMs"
  `.execute(db);
  const [row] = rows;
  return row ? Math.max(0, row.waitMs) : null;
}
