// Reads tables owned by these modules: accounts
import {
  renamedAuditSubjects,
  type AuditEntry,
  type AuditSubject,
} from '@curbwrench/contract/audit/schemas';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  afterCursor,
  joinWithAnd,
  limitTo,
  decodeCursor,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import type { Database } from '../database/schema.ts';

/** Filters for the trail. `from` is inclusive, `before` exclusive. */
export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly subject?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** An audit entry. Field values are strings, or null if erased; fields have the names of database columns. */
export interface AuditRow {
  number: number;
  at: Date;
  /** `at` to the microsecond, for the cursor of the next page. */
  at_text: string;
  actor_id: string | null;
  actor_name: string | null;
  action: AuditEntry['action'];
  subject: AuditSubject;
  subject_id: string;
  changes: AuditEntry['changes'];
}

/** Sorts by time, because people filter by it, and then by number, in case the clock was set back. */
const newestFirst: readonly SortColumn[] = [
  { column: sql`e.at`, descending: true, type: 'timestamptz' },
  { column: sql`e.number`, descending: true, type: 'int' },
];

/** Returns one page of the audit trail, newest first, or null if the cursor does not belong to this list. */
export async function listAuditEntries(
  db: Kysely<Database>,
  filter: AuditFilter,
): Promise<Page<AuditRow> | null> {
  const conditions = filterConditions(filter);
  if (filter.cursor !== undefined) {
    const values = decodeCursor(filter.cursor, newestFirst);
    if (!values) return null;
    conditions.push(afterCursor(newestFirst, values));
  }
  const limit = filter.limit ?? 50;
  const { rows } = await sql<AuditRow>`
    select e.number, e.at, e.actor_id, e.action, e.subject, e.subject_id,
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as actor_name,
      ${fieldChanges()} as changes
    from (
      select * from audit_entries e
      where ${joinWithAnd(conditions)} ${orderBy(newestFirst)} ${limitTo(limit + 1)}
    ) as e
    left join people u on u.id = e.actor_id
    left join audit_personal p on p.entry_number = e.number
    ${orderBy(newestFirst)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.at_text, last.number]);
}

function filterConditions(filter: AuditFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.actorId !== undefined) conditions.push(sql`e.actor_id = ${filter.actorId}`);
  if (filter.subject !== undefined) {
    // Literals, so that the planner knows how rare these subjects are.
    const current = sql`e.subject = ${sql.lit(filter.subject)}`;
    const former = renamedAuditSubjects[filter.subject];
    conditions.push(
      former === undefined ? current : sql`(${current} or e.subject = ${sql.lit(former)})`,
    );
  }
  if (filter.subjectId !== undefined) conditions.push(sql`e.subject_id = ${filter.subjectId}`);
  if (filter.from !== undefined) conditions.push(sql`e.at >= ${filter.from}`);
  if (filter.before !== undefined) conditions.push(sql`e.at < ${filter.before}`);
  return conditions;
}

/**
 * Returns the SQL for an entry's changed fields, sorted by name. Values are strings, so that numbers keep their
 * decimals.
 */
function fieldChanges(): RawBuilder<unknown> {
  return sql`(
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'field', field,
          'before', coalesce(e.before ->> field, p.before ->> field),
          'after', coalesce(e.after ->> field, p.after ->> field),
          'erased', field = any(e.personal_fields) and p.salt is null,
          'secret', field = any(e.secret_fields)
        )
        order by field
      ),
      '[]'
    )
    from (
      select jsonb_object_keys(coalesce(e.before, '{}') || coalesce(e.after, '{}')) as field
      union select unnest(e.personal_fields)
      union select unnest(e.secret_fields)
    ) as fields
  )`;
}
