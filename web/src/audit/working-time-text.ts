import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import { getDayName } from '@curbwrench/contract/fields/weekdays';
import { findChange, formatChange, type AuditDetail, type AuditText } from './audit-details.ts';
import type { AuditFormat } from './audit-values.ts';

/** Describes changes to a mechanic's weekly hours, hours on one date, time off or status; null for anything else. */
export function describeWorkingTime(
  entries: readonly [AuditEntry, ...AuditEntry[]],
  noun: string,
  format: AuditFormat,
): AuditText | null {
  const [entry] = entries;
  const { action, changes, subject, actor } = entry;
  if (findChange(entry, 'weekday')) {
    return describeDays(`${noun}'s weekly hours`, listWeekdayDetails(entries));
  }
  const date = findChange(entry, 'date');
  if (date) {
    const day = date.after ?? date.before ?? '';
    const { before, after } = joinHours(entries);
    const hours = `${noun}'s hours on ${displayDateWithWeekday(day)}`;
    const was = `(was ${before ?? 'the weekly hours'})`;
    return {
      sentence:
        after === null
          ? `reset ${hours} to the weekly hours ${was}`
          : `set ${hours}: ${after} ${was}`,
      details: [],
    };
  }
  const during = findChange(entry, 'during');
  if (during) {
    return {
      sentence: describeTimeOff(entry, noun, actor?.id === subject.id, format),
      details: [],
    };
  }
  const [change] = changes;
  if (action === 'created') return { sentence: `made ${noun} a mechanic`, details: [] };
  if (changes.length === 1 && change?.field === 'available') {
    const isAvailable = change.after === 'true';
    const sentence =
      actor?.id === subject.id
        ? isAvailable
          ? 'became available'
          : 'went offline'
        : `marked ${noun} as ${isAvailable ? 'available' : 'offline'}`;
    return { sentence, details: [] };
  }
  return null;
}

/**
 * Describes changed hours: one day within the sentence, several days below it. Each label ends with the day,
 * such as 'business hours, Monday'.
 */
export function describeDays(what: string, days: readonly AuditDetail[]): AuditText {
  const namedDays = days.map((day) => ({ ...day, label: day.label.split(', ').at(-1) ?? '' }));
  const [day, second] = namedDays;
  if (!day || second) return { sentence: `changed ${what}`, details: namedDays };
  return {
    sentence: `changed ${what}: ${day.label} ${day.after} (was ${day.before})`,
    details: [],
  };
}

function listWeekdayDetails(entries: readonly AuditEntry[]): AuditDetail[] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const dayEntries = entries.filter((entry) => {
      const change = findChange(entry, 'weekday');
      return (change?.after ?? change?.before) === String(weekday);
    });
    if (dayEntries.length === 0) return [];
    const { before, after } = joinHours(dayEntries);
    return [
      { label: getDayName(weekday), before: before ?? 'off', after: after ?? 'off', note: null },
    ];
  });
}

/** Joins the removed hours into `before`, and the added hours into `after`; null if there are none. */
function joinHours(entries: readonly AuditEntry[]): Pick<AuditDetail, 'before' | 'after'> {
  const join = (side: 'before' | 'after') => {
    const intervals = entries.flatMap((entry) => {
      const day = findChange(entry, 'weekday') ?? findChange(entry, 'date');
      if (typeof day?.[side] !== 'string') return [];
      const starts = findChange(entry, 'starts')?.[side];
      const ends = findChange(entry, 'ends')?.[side];
      return [{ starts: starts ?? null, ends: ends ?? null }];
    });
    if (intervals.length === 0) return null;
    return intervals
      .toSorted((a, b) => ((a.starts ?? '') < (b.starts ?? '') ? -1 : 1))
      .map(({ starts, ends }) =>
        starts === null || ends === null ? 'off' : `${displayTime(starts)} to ${displayTime(ends)}`,
      )
      .join(' and ');
  };
  return { before: join('before'), after: join('after') };
}

function describeTimeOff(
  entry: AuditEntry,
  noun: string,
  isOwn: boolean,
  format: AuditFormat,
): string {
  const during = findChange(entry, 'during');
  if (!during) return '';
  const { before, after } = formatChange(entry.subject.kind, during, format);
  const sick = findChange(entry, 'sick');
  const isSick = (sick?.after ?? sick?.before) === 'true';
  const reason = findChange(entry, 'reason');
  const cause = reason?.after ?? reason?.before ?? null;
  const reasonText = cause === null || isSick ? '' : `, reason: ${cause}`;
  if (before === null) {
    if (isSick) return `${isOwn ? 'called in sick' : `marked ${noun} as sick`}: ${after}`;
    return `added time off${isOwn ? '' : ` for ${noun}`}: ${after}${reasonText}`;
  }
  const what = `${isOwn ? 'their' : `${noun}'s`} ${isSick ? 'sick time' : 'time off'}`;
  return after === null
    ? `removed ${what}: ${before}${reasonText}`
    : `changed ${what}: ${after} (was ${before})${reasonText}`;
}
