// Reads tables owned by these modules: accounts, customers, plans, service-areas, services, vehicles
import type { AuditSubject } from '@curbwrench/contract/audit/schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AuditRow } from './queries.ts';

type NamedKind = 'person' | 'plan' | 'service' | 'service_area' | 'vehicle';

const kindBySubject: Partial<Record<AuditSubject, NamedKind>> = {
  user: 'person',
  mechanic: 'person',
  plan: 'plan',
  service: 'service',
  service_area: 'service_area',
  vehicle: 'vehicle',
};

/** What the id in each of these columns identifies. */
const kindByColumn: Partial<Record<string, NamedKind>> = {
  account_id: 'person',
  customer_id: 'person',
  declined_by: 'person',
  into_id: 'person',
  invited_by: 'person',
  mechanic_id: 'person',
  user_id: 'person',
  plan_id: 'plan',
  service_id: 'service',
  vehicle_id: 'vehicle',
};

/** Returns the current names of records that entries refer to; null if the record was deleted or has no name. */
export interface AuditNames {
  getSubjectName(subject: AuditSubject, id: string): string | null;
  /** Returns the name of the object that `value`, an id stored in this column, identifies. */
  getValueName(column: string, value: string | null): string | null;
}

/** Reads the names of the people, plans, services, areas and vehicles that entries refer to by id. */
export async function readAuditNames(
  db: Kysely<Database>,
  entries: readonly AuditRow[],
): Promise<AuditNames> {
  const ids: Record<NamedKind, Set<string>> = {
    person: new Set(),
    plan: new Set(),
    service: new Set(),
    service_area: new Set(),
    vehicle: new Set(),
  };
  for (const { subject, subject_id, changes } of entries) {
    const kind = kindBySubject[subject];
    if (kind) ids[kind].add(subject_id);
    for (const { field, before, after } of changes) {
      const valueKind = kindByColumn[field];
      if (!valueKind) continue;
      for (const id of [before, after]) if (id !== null) ids[valueKind].add(id);
    }
  }
  const listIds = (kind: NamedKind) => [...ids[kind]];
  const { rows } = await sql<{ kind: NamedKind; id: string; name: string }>`
    select 'person' as kind, id, first_name || ' ' || last_name as name
      from people where id = any(${listIds('person')})
    union all select 'person', id, name
      from merged_customers where id = any(${listIds('person')})
    union all select 'plan', id::text, name
      from plans where id = any(${listIds('plan')}::int[])
    union all select 'service', id::text, name
      from services where id = any(${listIds('service')}::int[])
    union all select 'service_area', id::text, name
      from service_areas where id = any(${listIds('service_area')}::int[])
    union all select 'vehicle', id::text, concat_ws(' ', year, make, model)
      from vehicles where id = any(${listIds('vehicle')}::int[])
  `.execute(db);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name.trim() || null]));
  const find = (kind: NamedKind | undefined, id: string | null) =>
    names.get(`${kind} ${id}`) ?? null;
  return {
    getSubjectName: (subject, id) => find(kindBySubject[subject], id),
    getValueName: (column, value) => find(kindByColumn[column], value),
  };
}
