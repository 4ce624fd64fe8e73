import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** Something to count: at most `times` until `endsAt`, if this is the first since the last window. */
export interface Count {
  readonly key: string;
  readonly times: number;
  readonly endsAt: Date;
}

/** The current state of a count. */
export interface Counted {
  readonly key: string;
  readonly count: number;
  readonly endsAt: Date;
}

/**
 * Counts one request under each key in turn, in one statement, and returns the state of each. After
 * a count that refuses, the following ones are not incremented: a caller over one limit uses up no
 * other, which may be another person's. The order is always the one given, to avoid deadlocks.
 */
export async function countOnce(
  db: Kysely<Database>,
  counts: readonly Count[],
  now: Date,
): Promise<Counted[]> {
  const steps = counts.map((count, index) => {
    const before = counts[index - 1];
    return sql`${sql.raw(`step${index}`)} as (${countStep(count, index, before, now)})`;
  });
  const answers = counts.map(
    (_, index) => sql`select key, count, ends_at as "endsAt" from ${sql.raw(`step${index}`)}`,
  );
  const { rows } = await sql<Counted>`
    with ${sql.join(steps)} ${sql.join(answers, sql` union all `)}
  `.execute(db);
  return rows;
}

function countStep(
  { key, endsAt }: Count,
  index: number,
  before: Count | undefined,
  now: Date,
): RawBuilder<unknown> {
  const unlessRefused = before
    ? sql`(select count from ${sql.raw(`step${index - 1}`)}) <= ${before.times}::int`
    : sql`true`;
  return sql`
    insert into rate_limits as kept (key, count, ends_at)
    select ${key}::text, 1, ${endsAt}::timestamptz where ${unlessRefused}
    on conflict (key) do update set
      count = case when kept.ends_at <= ${now} then 1 else kept.count + 1 end,
      ends_at = case when kept.ends_at <= ${now} then excluded.ends_at else kept.ends_at end
    returning key, count, ends_at`;
}

/** Deletes the windows that are over. */
export async function forgetCounts(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from rate_limits where ends_at <= ${now}`.execute(db);
}
