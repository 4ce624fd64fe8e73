import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** A limit to count against: up to `times` requests per time window. A window that begins now ends at `endsAt`. */
export interface CountLimit {
  readonly key: string;
  readonly times: number;
  readonly endsAt: Date;
}

/** The current state of a count. */
export interface CountState {
  readonly key: string;
  readonly count: number;
  readonly endsAt: Date;
}

/**
 * Counts one request under each key in turn, in one statement, and returns the new state of each count. If a limit is
 * exceeded, the counts after it are not incremented, so that a client over one limit does not use up another
 * person's limit. The counts are updated in the given order, to avoid deadlocks.
 */
export async function incrementCounts(
  db: Kysely<Database>,
  counts: readonly CountLimit[],
  now: Date,
): Promise<CountState[]> {
  const steps = counts.map((count, index) => {
    const previous = counts[index - 1];
    return sql`${sql.raw(`step${index}`)} as (${incrementCount(count, index, previous, now)})`;
  });
  const selects = counts.map(
    (_, index) => sql`select key, count, ends_at as "endsAt" from ${sql.raw(`step${index}`)}`,
  );
  const { rows } = await sql<CountState>`
    with ${sql.join(steps)} ${sql.join(selects, sql` union all `)}
  `.execute(db);
  return rows;
}

function incrementCount(
  { key, endsAt }: CountLimit,
  index: number,
  previous: CountLimit | undefined,
  now: Date,
): RawBuilder<unknown> {
  const unlessOverPreviousLimit = previous
    ? sql`(select count from ${sql.raw(`step${index - 1}`)}) <= ${previous.times}::int`
    : sql`true`;
  return sql`
    insert into rate_limits as existing (key, count, ends_at)
    select ${key}::text, 1, ${endsAt}::timestamptz where ${unlessOverPreviousLimit}
    on conflict (key) do update set
      count = case when existing.ends_at <= ${now} then 1 else existing.count + 1 end,
      ends_at = case when existing.ends_at <= ${now} then excluded.ends_at else existing.ends_at end
    returning key, count, ends_at`;
}

/** Deletes the counts whose time window is over. */
export async function deleteExpiredCounts(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from rate_limits where ends_at <= ${now}`.execute(db);
}
