import { auditFieldLabels } from '@curbwrench/contract/audit/field-labels';
import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { getDayName } from '@curbwrench/contract/fields/weekdays';
import {
  parseList,
  toRecord,
  valueText,
  type AuditChange,
  type AuditFormat,
} from './audit-values.ts';

/** One changed value, formatted. */
export interface AuditDetail {
  /** A noun that can be used within a sentence, without an article: 'price', 'automatic renewal'. */
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why no values are shown: they are secret, were personal and have been erased, or are a file. */
  readonly note: 'secret' | 'erased' | 'file' | null;
}

/**
 * A description of entries: a sentence without its subject (the person who acted), and the changed values that
 * the sentence does not mention.
 */
export interface AuditText {
  readonly sentence: string;
  readonly details: readonly AuditDetail[];
}

/** Fields that contain the name of a stored file, which is not worth showing. */
const fileFields = new Set(['image', 'logoName']);

/** Returns whether a field contains the business hours. Old entries have the column's former name. */
export function isBusinessHours(field: string): boolean {
  return field === 'businessHours' || field === 'openingHours';
}

/** Lists the changes of an entry, formatted. */
export function listDetails(
  { subject, changes }: AuditEntry,
  format: AuditFormat,
): readonly AuditDetail[] {
  return joinCoordinates(
    changes.flatMap((change) => {
      const { field } = change;
      if (isBusinessHours(field)) return compareBusinessHours(change);
      return [
        {
          label: fieldText(subject.kind, field),
          ...formatChange(subject.kind, change, format),
          note: getNote(change),
        },
      ];
    }),
  );
}

/** Formats both values of a change, with a name instead of an id. */
export function formatChange(
  kind: AuditEntry['subject']['kind'],
  { field, before, after, beforeName, afterName }: AuditChange,
  format: AuditFormat,
): Pick<AuditDetail, 'before' | 'after'> {
  const text = (value: string | null, name: string | null) =>
    value === null || value === '' ? null : (name ?? valueText(kind, field, value, format));
  return { before: text(before, beforeName), after: text(after, afterName) };
}

function getNote({ field, erased, secret }: AuditChange): AuditDetail['note'] {
  if (secret) return 'secret';
  if (erased) return 'erased';
  return fileFields.has(field) ? 'file' : null;
}

/** Returns a field's label; a field without a label is split into words: 'start time' for 'startTime'. */
export function fieldText(kind: AuditEntry['subject']['kind'], field: string): string {
  return (
    auditFieldLabels[kind][field] ??
    field
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/ Id$/, '')
      .toLowerCase()
  );
}

/** Compares the business hours for each day of the week; unchanged days are left out. */
function compareBusinessHours({ before, after }: AuditChange): AuditDetail[] {
  const [daysBefore, daysAfter] = [before, after].map((value) =>
    value === null ? [] : parseList(value),
  );
  return [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const [old, current] = [daysBefore, daysAfter].map((days) =>
      businessHoursText(days?.[weekday]),
    );
    if (old === undefined || current === undefined || old === current) return [];
    const name = getDayName(weekday);
    return [{ label: `business hours, ${name}`, before: old, after: current, note: null }];
  });
}

function businessHoursText(day: unknown): string {
  const { opens, closes } = toRecord(day);
  return typeof opens === 'string' && typeof closes === 'string'
    ? `${displayTime(opens)} to ${displayTime(closes)}`
    : 'closed';
}

/** The label for a latitude and a longitude shown together. */
export const mapLocationLabel = 'map location';

/** Joins the latitude and the longitude into one detail: '(37.77, -122.42)'. */
function joinCoordinates(details: readonly AuditDetail[]): AuditDetail[] {
  const latitude = details.find(({ label }) => label === 'latitude');
  const longitude = details.find(({ label }) => label === 'longitude');
  if (!latitude || !longitude) return [...details];
  const join = (side: 'before' | 'after') =>
    latitude[side] === null ? null : `(${latitude[side]}, ${longitude[side]})`;
  const location: AuditDetail = {
    label: mapLocationLabel,
    before: join('before'),
    after: join('after'),
    note: latitude.note,
  };
  return details.flatMap((detail) =>
    detail === longitude ? [] : [detail === latitude ? location : detail],
  );
}

/** Finds the change to a field. */
export function findChange({ changes }: AuditEntry, field: string): AuditChange | undefined {
  return changes.find((change) => change.field === field);
}
