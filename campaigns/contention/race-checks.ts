import { errorStatuses } from '@curbwrench/contract/api/errors';
import type { RunQuery } from '../faults/inspection.ts';
import type { RaceRequest, RaceResponse, Race } from './race.ts';

/** Every status that an endpoint may return. */
const declaredStatuses = new Set<number>([200, 201, 204, ...Object.values(errorStatuses)]);

/**
 * Returns whether a request was accepted. A preview (`saved: false`), which only lists the appointments that the change
 * would strand, doesn't count.
 */
export function isAccepted({ status, body }: RaceResponse): boolean {
  return [200, 201, 204].includes(status) && !body.includes('"saved":false');
}

/** Finds problems in the responses: missing ones, undeclared statuses, or the wrong number of accepted requests. */
export function findResponseProblems(
  race: Race,
  responses: readonly (RaceResponse | null)[],
): string[] {
  const problems: string[] = [];
  const addProblem = (what: string): void => void problems.push(`${race.name}: ${what}`);
  for (const response of responses) {
    if (response === null) addProblem('a request got no response');
    else if (response.status >= 500) addProblem(`${response.status} ${response.body}`);
    else if (!declaredStatuses.has(response.status)) addProblem(`a response of ${response.status}`);
    else if (response.status === 429) addProblem(`a rate limit was reached: ${response.body}`);
  }
  const accepted = responses.filter((response) => response !== null && isAccepted(response)).length;
  if (race.expectedAccepted !== null && accepted !== race.expectedAccepted) {
    const reasons = new Set(
      responses.flatMap((response) =>
        response && !isAccepted(response) ? [`${response.status} ${response.body}`] : [],
      ),
    );
    addProblem(
      `${accepted} were accepted instead of ${race.expectedAccepted} (${[...reasons].join('; ')})`,
    );
  }
  return problems;
}

/** The history and status of an appointment. */
interface AppointmentRow {
  id: number;
  entryCount: number;
  wasUpdated: boolean;
  kinds: string[];
  status: string;
}

/**
 * Finds problems in the rows that a race changed: each accepted change must exist with one history entry,
 * refused requests must have changed nothing, and no booking may exist that was not accepted.
 */
export async function findRowProblems(
  race: Race,
  responses: readonly (RaceResponse | null)[],
  query: RunQuery,
): Promise<string[]> {
  const problems: string[] = [];
  const addProblem = (what: string): void => void problems.push(`${race.name}: ${what}`);
  const acceptedCounts = new Map<number, number>();
  const appointmentIds = new Set<number>();
  const vehicleIds: number[] = [];
  const acceptedRequests: RaceRequest[] = [];
  for (const [index, request] of race.requests.entries()) {
    const response = responses[index];
    const wasAccepted = response && isAccepted(response);
    if (wasAccepted) acceptedRequests.push(request);
    if (request.isBooking) vehicleIds.push(Number(Reflect.get(request.body, 'vehicleId')));
    const bookedIds =
      request.isBooking && wasAccepted
        ? [Number((JSON.parse(response.body) as { id: unknown }).id)]
        : [];
    for (const id of [...request.appointmentIds, ...bookedIds]) {
      appointmentIds.add(id);
      if (wasAccepted) acceptedCounts.set(id, (acceptedCounts.get(id) ?? 0) + 1);
    }
  }
  const rows = await query<AppointmentRow>(
    `select id, status, updated_at <> created_at as "wasUpdated",
       (select count(*) from appointment_events e where e.appointment_id = a.id)::int as "entryCount",
       (select coalesce(array_agg(kind order by e.id), '{}') from appointment_events e
        where e.appointment_id = a.id) as kinds
     from appointments a where id = any($1::int[]) or vehicle_id = any($2::int[])`,
    [[...appointmentIds], vehicleIds],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of appointmentIds)
    if (!byId.has(id)) addProblem(`${id} was accepted but does not exist`);
  for (const { id, entryCount, wasUpdated, kinds, status } of rows) {
    const acceptedCount = acceptedCounts.get(id) ?? 0;
    const newEntryCount = entryCount - (race.idsWithPriorEntry?.includes(id) ? 1 : 0);
    const isExpected = race.allowsNoOps
      ? newEntryCount <= acceptedCount
      : newEntryCount === acceptedCount;
    if (!isExpected)
      addProblem(
        `${id} has ${newEntryCount} new entries in the history for ${acceptedCount} accepted changes`,
      );
    if (acceptedCount === 0 && wasUpdated) addProblem(`${id} was changed by a refused request`);
    if (entryCount > 0 && !historyMatchesStatus(kinds, status))
      addProblem(`${id} is ${status} after ${kinds.join(', ')}`);
  }
  for (const problem of (await race.findProblems?.(query, acceptedRequests)) ?? [])
    addProblem(problem);
  return problems;
}

/** The statuses that an appointment can have right after each kind of history entry. */
const statusesAfter: Readonly<Record<string, readonly string[]>> = {
  booked: ['pending'],
  assigned: ['confirmed'],
  unassigned: ['unassigned'],
  declined: ['unassigned'],
  rescheduled: ['pending', 'unassigned', 'confirmed'],
  started: ['in_progress'],
  start_undone: ['confirmed'],
  arrived: ['in_progress'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};

function historyMatchesStatus(kinds: readonly string[], status: string): boolean {
  const firstFinalIndex = kinds.findIndex((kind) => kind === 'cancelled' || kind === 'completed');
  const nothingFollowsFinal = firstFinalIndex < 0 || firstFinalIndex === kinds.length - 1;
  return nothingFollowsFinal && (statusesAfter[kinds.at(-1) ?? '']?.includes(status) ?? false);
}

/** Finds violations in the entire database, such as overlapping appointments of one mechanic. */
export async function findDatabaseProblems(query: RunQuery): Promise<string[]> {
  const open = `status in ('pending', 'unassigned', 'confirmed', 'in_progress')`;
  const overlaps = await query<{ a: number; b: number }>(`
    select a.id as a, b.id as b from appointments a join appointments b on a.id < b.id
      and a.date = b.date
      and coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
      and a.start_time < b.end_time and b.start_time < a.end_time
    where a.${open} and b.${open}`);
  const busy = await query<{ mechanic: string }>(`
    select mechanic_id as mechanic from appointments where status = 'in_progress'
    group by mechanic_id having count(*) > 1`);
  const pendingWithoutHold = await query<{ id: number }>(`
    select id from appointments where status = 'pending' and held_mechanic_id is null
      and exists (select from mechanics)`);
  const heldDuringTimeOff = await query<{ id: number }>(`
    select a.id from appointments a join time_off o on o.mechanic_id = a.held_mechanic_id
      and o.during && tsrange(a.date + a.start_time, a.date + a.end_time)
    where status in ('pending', 'unassigned')`);
  const unpaid = await query<{ id: number }>(`
    select a.id from appointments a left join payments p on p.appointment_id = a.id
    where (a.status = 'completed') <> (p.id is not null)`);
  return [
    ...overlaps.map(({ a, b }) => `${a} and ${b} overlap for the same mechanic`),
    ...busy.map(({ mechanic }) => `${mechanic} has two jobs in progress`),
    ...pendingWithoutHold.map(({ id }) => `${id} is pending without a hold`),
    ...heldDuringTimeOff.map(({ id }) => `${id} holds the time of a mechanic who is off`),
    ...unpaid.map(
      ({ id }) => `${id} is completed without a payment, or has one without being completed`,
    ),
  ];
}
