import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { formatTime } from '../time/wall-clock.ts';
import type { Action } from './actions.ts';
import type { Request } from './requests.ts';

/** A mechanic's time off; `during` is a range of local times in PostgreSQL's notation. */
export interface TimeOff {
  readonly id: number;
  readonly mechanicId: string;
  readonly during: string;
  readonly date: string;
  readonly sick: boolean;
}

/** The actions that change time off. */
export const timeOffActions: readonly Action[] = [
  'addTimeOff',
  'removeTimeOff',
  'reportSick',
  'endSickDay',
];

/** Reads everyone's time off. */
export async function readTimeOff({ store }: TestApp): Promise<readonly TimeOff[]> {
  const { rows } = await sql<TimeOff>`
    select id, mechanic_id as "mechanicId", during::text, lower(during)::date::text as date, sick
    from time_off order by id`.execute(store.kysely);
  return rows;
}

/**
 * Throws unless an accepted change added or removed exactly the time off that it should have, for everyone.
 * How time off is divided into entries does not matter.
 */
export async function checkTimeOff(
  { store }: TestApp,
  action: Action,
  { url, payload }: Pick<Request, 'url' | 'payload'>,
  before: readonly TimeOff[],
  now: { readonly date: string; readonly minutes: number },
): Promise<void> {
  const [, , subject, subjectId] = url.split('/');
  const mechanicId = subject === 'mechanics' ? subjectId : undefined;
  const isRemoved = (entry: TimeOff) =>
    action === 'removeTimeOff'
      ? String(entry.id) === subjectId
      : action === 'endSickDay' &&
        entry.sick &&
        entry.mechanicId === mechanicId &&
        entry.date === now.date;
  const addedRange = toAddedRange(action, payload, now);
  const expected = [
    ...before.filter((entry) => !isRemoved(entry)),
    ...(addedRange === null ? [] : [{ mechanicId, during: addedRange }]),
  ];
  const { rows } = await sql`
    select coalesce(expected.mechanic, actual.mechanic) as mechanic, expected.off::text as expected,
      actual.off::text as actual
    from (
      select "mechanicId" as mechanic, range_agg(during) as off
      from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as entry("mechanicId" text, during tsrange)
      group by 1
    ) expected full join (
      select mechanic_id as mechanic, range_agg(during) as off from time_off group by 1
    ) actual using (mechanic)
    where expected.off is distinct from actual.off`.execute(store.kysely);
  if (rows.length > 0) throw new Error(`time off differs: ${JSON.stringify(rows)}`);
}

/** Returns the range that a change adds to a mechanic's time off: as requested, or the rest of today; null if none. */
function toAddedRange(
  action: Action,
  payload: object | undefined,
  now: { readonly date: string; readonly minutes: number },
): string | null {
  if (action === 'reportSick') {
    return toRange(now.date, formatTime(now.minutes), now.date, '24:00');
  }
  if (action !== 'addTimeOff') return null;
  const { startDate, startTime, endDate, endTime } = payload as Record<string, string>;
  return toRange(startDate, startTime, endDate, endTime);
}

function toRange(startDate = '', startTime = '', endDate = '', endTime = ''): string {
  return `["${startDate} ${startTime}","${endDate} ${endTime}")`;
}
