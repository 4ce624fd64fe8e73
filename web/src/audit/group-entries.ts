import type { AuditEntry } from '@curbwrench/contract/audit/schemas';

/** Fields found only in tables where one save can write several rows. */
const rowFields = ['weekday', 'date', 'zip'] as const;

/** The maximum time between two entries from one save, in milliseconds. */
const maxSaveMs = 5000;

type Group = [AuditEntry, ...AuditEntry[]];

/** Groups adjacent entries that come from one save of hours or ZIP codes, without changing their order. */
export function groupEntries(entries: readonly AuditEntry[]): readonly Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && isSameSave(last, entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isSameSave(one: AuditEntry, other: AuditEntry): boolean {
  const key = getGroupKey(one);
  return (
    key !== null &&
    key === getGroupKey(other) &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= maxSaveMs
  );
}

/** Returns a key that the entries of one save share; null for an entry that is never grouped. */
function getGroupKey({ action, actor, subject, changes }: AuditEntry): string | null {
  if (action !== 'changed' || (subject.kind !== 'mechanic' && subject.kind !== 'service_area')) {
    return null;
  }
  const change = changes.find(({ field }) => rowFields.some((rowField) => rowField === field));
  if (!change) return null;
  // Added and removed ZIP codes are in separate groups, and so are the hours of different dates.
  const subgroup =
    change.field === 'zip'
      ? change.after === null
      : change.field === 'date'
        ? (change.after ?? change.before)
        : '';
  return JSON.stringify([actor?.id, subject.kind, subject.id, change.field, subgroup]);
}
