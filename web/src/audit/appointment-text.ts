import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import { findChange, listDetails, type AuditText } from './audit-details.ts';
import type { AuditFormat } from './audit-values.ts';

const statusVerbs: Partial<Record<string, string>> = {
  cancelled: 'canceled',
  completed: 'completed',
  in_progress: 'started',
};

/** Fields that an appointment's sentence already mentions, so they are not listed below it. */
const mentionedFields = new Set([
  'date',
  'startTime',
  'endTime',
  'mechanicId',
  'status',
  'declinedBy',
]);

/**
 * Describes a booking, or a change to an appointment's line items, mechanic, time or status; null for anything else.
 */
export function describeAppointment(
  entry: AuditEntry,
  noun: string,
  format: AuditFormat,
): AuditText | null {
  if (entry.action === 'created') {
    return { sentence: `booked ${noun}`, details: listDetails(entry, format) };
  }
  if (entry.action !== 'changed') return null;
  // Only line items have this field: their place in the list.
  if (findChange(entry, 'position')) return describeLineItem(entry, noun, format);
  const clauses = [
    ...describeStatus(entry, noun),
    ...describeAssignment(entry, noun),
    ...describeReschedule(entry, noun),
  ];
  if (clauses.length === 0) return null;
  const rest = {
    ...entry,
    changes: entry.changes.filter(({ field }) => !mentionedFields.has(field)),
  };
  return { sentence: clauses.join(', and '), details: listDetails(rest, format) };
}

function describeStatus(entry: AuditEntry, noun: string): string[] {
  const { before, after } = findChange(entry, 'status') ?? {};
  if (before === 'in_progress' && after === 'confirmed') return [`marked ${noun} as not started`];
  const verb = typeof after === 'string' ? statusVerbs[after] : undefined;
  return verb === undefined ? [] : [`${verb} ${noun}`];
}

function describeAssignment(entry: AuditEntry, noun: string): string[] {
  const mechanic = findChange(entry, 'mechanicId');
  if (!mechanic) return [];
  const before = mechanic.beforeName ?? 'a mechanic';
  const after = mechanic.afterName ?? 'a mechanic';
  if (mechanic.after === null) {
    return [
      findChange(entry, 'declinedBy') ? `declined ${noun}` : `unassigned ${before} from ${noun}`,
    ];
  }
  return mechanic.before === null
    ? [`assigned ${noun} to ${after}`]
    : [`reassigned ${noun} from ${before} to ${after}`];
}

function describeReschedule(entry: AuditEntry, noun: string): string[] {
  const after = timeText(entry, 'after');
  const before = timeText(entry, 'before');
  if (after === '' || before === '') return [];
  const what = changesOnlyEnd(entry) ? `changed the end time of ${noun}` : `rescheduled ${noun}`;
  return [`${what} to ${after} (was ${before})`];
}

/** Returns the changed parts of the date and time: '10:00 AM', 'Thu, Mar 05, 2026', 'Thu, Mar 05, 2026, 10:00 AM'. */
function timeText(entry: AuditEntry, side: 'before' | 'after'): string {
  const date = findChange(entry, 'date')?.[side] ?? null;
  const start = findChange(entry, 'startTime')?.[side] ?? null;
  const end = findChange(entry, 'endTime')?.[side] ?? null;
  return [
    ...(date === null ? [] : [displayDateWithWeekday(date)]),
    ...(start === null ? [] : [displayTime(start)]),
    ...(end !== null && changesOnlyEnd(entry) ? [displayTime(end)] : []),
  ].join(', ');
}

function changesOnlyEnd(entry: AuditEntry): boolean {
  return !findChange(entry, 'date') && !findChange(entry, 'startTime');
}

function describeLineItem(entry: AuditEntry, noun: string, format: AuditFormat): AuditText {
  const description = findChange(entry, 'description');
  const isAdded = description?.before === null;
  const name = description?.after ?? description?.before ?? 'a line item';
  const details = listDetails(entry, format);
  const price = details.find(({ label }) => label === 'unit price');
  const quantity = details.find(({ label }) => label === 'quantity');
  const count = Number(quantity?.after ?? quantity?.before ?? 1);
  const amount = price?.after ?? price?.before ?? null;
  const multiplier = count === 1 ? '' : `${count} × `;
  const cost = amount === null ? '' : ` (${multiplier}${amount})`;
  if (description?.before != null && description.after !== null) {
    return { sentence: `changed a line item on ${noun}`, details };
  }
  return {
    sentence: isAdded ? `added ${name}${cost} to ${noun}` : `removed ${name}${cost} from ${noun}`,
    details: [],
  };
}
