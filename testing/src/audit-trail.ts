import { sealAudit } from '@curbwrench/server/audit/changes';
import { sql } from 'kysely';
import type { BuilderContext } from './builders.ts';

type App = Pick<BuilderContext, 'store'>;

/** An entry of the audit trail together with its personal values. */
export interface AuditEntry {
  number: number;
  actor_id: string | null;
  action: string;
  before: object | null;
  after: object | null;
  personal_fields: string[];
  secret_fields: string[];
  personal_before: object | null;
  personal_after: object | null;
}

/** Seals the pending changes and returns the entries about one object, oldest first. */
export async function listEntriesAbout(
  { store }: App,
  subject: string,
  id: string | number,
): Promise<AuditEntry[]> {
  await sealAudit(store.kysely);
  const { rows } = await sql<AuditEntry>`
    select number, actor_id, action, e.before, e.after, personal_fields, secret_fields,
      p.before as personal_before, p.after as personal_after
    from audit_entries e left join audit_personal p on entry_number = number
    where subject = ${subject} and subject_id = ${String(id)} order by number
  `.execute(store.kysely);
  return rows;
}

/** Seals the pending changes and returns the latest entry about one object; throws if there is none. */
export async function readLastEntryAbout(
  app: App,
  subject: string,
  id: string | number,
): Promise<AuditEntry> {
  const entry = (await listEntriesAbout(app, subject, id)).at(-1);
  if (!entry) throw new Error(`The trail has no entry about ${subject} ${id}.`);
  return entry;
}

/** Seals the pending changes and returns everything in the trail as one string. */
export async function readFullTrail({ store }: App): Promise<string> {
  await sealAudit(store.kysely);
  const { rows } = await sql<{ text: string }>`
    select concat(
      (select jsonb_agg(to_jsonb(e)) from audit_entries e),
      (select jsonb_agg(to_jsonb(p)) from audit_personal p)
    ) as text
  `.execute(store.kysely);
  return rows[0]?.text ?? '';
}
