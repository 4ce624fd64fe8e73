import type { AcknowledgedBooking } from './booking-load.ts';
import type { EventReader } from './event-reader.ts';
import type { RunQuery } from './inspection.ts';

/** Things that must never exist in the database, each with a statement that finds them. */
const violations: Readonly<Record<string, string>> = {
  'two overlapping jobs of one mechanic': `
    select a.id, b.id as other from appointments a
    join appointments b on a.id < b.id and a.during && b.during
      and coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
    where a.status in ('pending', 'unassigned', 'confirmed', 'in_progress')
      and b.status in ('pending', 'unassigned', 'confirmed', 'in_progress')`,
  'a pending job without a hold on a qualified mechanic who works at that time': `
    select a.id from appointments a
    where a.status in ('pending', 'unassigned') and not exists (
      select from mechanics m join working_hours w on w.mechanic_id = m.person_id
      where m.person_id = a.held_mechanic_id and m.active
        and not exists (
          select from appointment_lines l join services s on s.id = l.service_id
          where l.appointment_id = a.id and s.skill <> all (m.skills))
        and w.weekday = extract(dow from a.date)
        and a.start_time >= w.starts and a.start_time < w.ends)`,
  'a stored appointment count that differs from a recount': `
    select * from (
      select audience, status, count(*) as count
      from appointments, unnest(array['*', 'customer ' || customer_id, 'mechanic ' || mechanic_id]) as audience
      where audience is not null group by audience, status) as counted
    full join (select reader as audience, status, sum(count) as count from appointment_counts
      group by reader, status having sum(count) <> 0) as stored
      using (audience, status, count)
    where counted is null or stored is null`,
  'an idempotency key without its response': `select * from idempotency_keys where reply is null`,
  'an appointment without its line items': `
    select id from appointments where id not in (select appointment_id from appointment_lines)`,
  'an appointment without any entry in its history': `
    select id from appointments
    where id not in (select appointment_id from appointment_events)`,
  'an appointment without an event in the outbox': `
    select id from appointments
    where id::text not in (select subject_id from outbox where kind = 'appointment')`,
  // A booking's notes contain the idempotency key of its request.
  'two bookings for one request': `
    select notes from appointments group by notes having count(*) > 1`,
};

/** Returns a message for each kind of violation in the database. */
export async function findViolations(query: RunQuery): Promise<string[]> {
  const found: string[] = [];
  for (const [what, statement] of Object.entries(violations)) {
    const rows = await query<object>(statement);
    if (rows.length > 0) found.push(`${what} (${rows.length} found): ${excerpt(rows)}`);
  }
  return [...found, ...(await findEventsOutOfOrder(query))];
}

/** Finds events whose numbers do not follow the order of commits, if the server records commit times. */
async function findEventsOutOfOrder(query: RunQuery): Promise<string[]> {
  const [setting] = await query<{ value: string }>(
    `select current_setting('track_commit_timestamp') as value`,
  );
  if (setting?.value !== 'on') return [];
  const wrongEvents = await query<object>(`
    select number from (
      select number, pg_xact_commit_timestamp(xmin) as at,
        lag(pg_xact_commit_timestamp(xmin)) over (order by number) as before
      from outbox where number is not null) as numbered
    where at < before`);
  return wrongEvents.length === 0
    ? []
    : [`${wrongEvents.length} events out of order: ${excerpt(wrongEvents)}`];
}

interface BookedRow {
  readonly id: number;
  readonly notes: string;
  readonly status: string;
  readonly date: string;
  readonly start_time: string;
  readonly customer_id: string;
}

/**
 * Compares the acknowledged bookings with the database. With `isIdle`, no request is in progress, so
 * bookings that were not acknowledged are violations too.
 */
export async function findLosses(
  query: RunQuery,
  acknowledged: readonly AcknowledgedBooking[],
  isIdle: boolean,
): Promise<string[]> {
  const stored = new Map(
    (
      await query<BookedRow>(
        `select id, notes, status, date, start_time, customer_id from appointments`,
      )
    ).map((row) => [row.id, row]),
  );
  const found: string[] = [];
  // A booking's notes contain the idempotency key of its request.
  for (const { id, key, account, time, cancelled } of acknowledged) {
    const row = stored.get(id);
    if (!row) found.push(`booking ${id} was acknowledged but is missing`);
    else if (row.notes !== key || row.customer_id !== account.id || row.date !== time.date) {
      found.push(`booking ${id} differs from the acknowledged one`);
    } else if (row.start_time.slice(0, 5) !== time.startTime) {
      found.push(`booking ${id} does not start at the acknowledged time`);
    } else if (cancelled && row.status !== 'cancelled') {
      found.push(`the cancellation of ${id} was acknowledged but is missing`);
    }
  }
  if (isIdle && stored.size !== acknowledged.length) {
    found.push(`${stored.size} bookings exist, ${acknowledged.length} were acknowledged`);
  }
  return found.length > 10 ? [...found.slice(0, 10), `and ${found.length - 10} more`] : found;
}

interface OutboxRow {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly at: Date;
}

/** The result of comparing the events that a reader received with the expected ones. */
export interface EventComparison {
  readonly problems: string[];
  readonly eventCount: number;
  /** How many events arrived only after a stream was interrupted and resumed. */
  readonly resumedEventCount: number;
}

/** Checks that a reader received each event meant for its person, once and in order. */
export async function compareWithOutbox(
  query: RunQuery,
  reader: EventReader,
): Promise<EventComparison> {
  const { person, receivedEvents } = reader;
  await query(`select number_outbox()`);
  const expected = await query<OutboxRow>(
    `select number as id, kind, subject_id as subject, at from outbox
     where number > $1 and ($2 or kind in ('service', 'slot') or customer_id = $3)
     order by number`,
    [reader.firstId ?? 0, person.role === 'admin', person.id],
  );
  const problems = [...reader.problems];
  const receivedById = new Map(receivedEvents.map((event) => [event.id, event]));
  const missing = expected.filter(({ id }) => !receivedById.has(id));
  if (missing.length > 0) {
    problems.push(`${person.role} never received ${missing.length} events: ${excerpt(missing)}`);
  }
  const expectedById = new Map(expected.map((row) => [row.id, row]));
  const wrongEvents = receivedEvents.filter(({ id, kind, subjectId }) => {
    const row = expectedById.get(id);
    return row?.kind !== kind || row.subject !== subjectId;
  });
  if (wrongEvents.length > 0) {
    problems.push(
      `${person.role} received ${wrongEvents.length} events that do not exist: ${excerpt(wrongEvents)}`,
    );
  }
  const resumedEvents = receivedEvents.filter(({ id, connectedAt }) => {
    const row = expectedById.get(id);
    return row !== undefined && row.at.getTime() < connectedAt;
  });
  return {
    problems,
    eventCount: receivedEvents.length,
    resumedEventCount: resumedEvents.length,
  };
}

/** Returns the number of the latest event. */
export async function readLatestEventNumber(query: RunQuery): Promise<number> {
  await query(`select number_outbox()`);
  const [row] = await query<{ id: number }>(`select coalesce(max(number), 0) as id from outbox`);
  return row?.id ?? 0;
}

function excerpt(rows: readonly object[]): string {
  return JSON.stringify(rows.slice(0, 3)).slice(0, 240);
}
