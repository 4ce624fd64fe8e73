import { sql } from 'kysely';
import { makeAppointment, makeVehicle } from '../builders.ts';
import { makeUndoableStart } from '../undoable-start.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { startTimeFor } from './start-time.ts';
import { declineReason, type BusinessWithMarkers } from './business-with-markers.ts';

/** Inserts an appointment for the owner, by default a confirmed one with the assigned mechanic. */
export async function makeJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
  details: { readonly date?: string; readonly status?: 'in_progress' } = {},
): Promise<CaseObject> {
  // The appointments made for previous viewers must not take up this time.
  await sql`update appointments set status = 'cancelled', held_mechanic_id = null
    where status <> 'completed' and customer_id = ${fixture.owner.id}`.execute(
    fixture.store.kysely,
  );
  const id = await makeAppointment(fixture, {
    date: '2026-03-05',
    status: 'confirmed',
    start_time: startTimeFor(viewerIndex),
    end_time: startTimeFor(viewerIndex + 1),
    customer_id: fixture.owner.id,
    mechanic_id: fixture.assignedMechanic.id,
    service_id: fixture.team.serviceId,
    ...details,
  });
  await makeHistory(fixture, id);
  return { id, ownerId: fixture.owner.id, mechanicId: fixture.assignedMechanic.id };
}

/** Inserts history entries by several people, so that a response could leak any of their names. */
async function makeHistory(
  { people, owner, assignedMechanic, store }: BusinessWithMarkers,
  id: number,
): Promise<void> {
  const otherMechanic = people['other mechanic'];
  const entries = [
    ['booked', owner, {}],
    ['assigned', people['advisor'], { mechanicId: otherMechanic?.id, formerMechanicId: null }],
    ['declined', otherMechanic, { formerMechanicId: otherMechanic?.id, reason: declineReason }],
    ['assigned', people['admin'], { mechanicId: assignedMechanic.id, formerMechanicId: null }],
  ] as const;
  for (const [kind, person, detail] of entries) {
    await sql`insert into appointment_events (appointment_id, kind, at, actor_id, detail)
      values (${id}, ${kind}, now(), ${person?.id ?? null}, ${JSON.stringify(detail)}::jsonb)
    `.execute(store.kysely);
  }
}

/** The version to send to undo each job's placement, by appointment id. */
const placedVersions = new Map<string | number, number>();

/** Inserts a job with a placement that can still be undone. */
async function makePlacedJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const object = await makeJob(fixture, viewerIndex);
  const { rows } = await sql<{ version: number }>`
    insert into undoable_changes (appointment_id, kind, event_id, before, events, undo_until)
    select a.id, 'dispatch', (select max(id) from appointment_events where appointment_id = a.id),
      to_jsonb(a) - 'id', '[]', 'infinity'
    from (
      select id, date, '17:00'::time as start_time, '18:00'::time as end_time, status, mechanic_id, buffer_minutes,
        outside_hours, declined_by
      from appointments where id = ${object.id}
    ) a returning event_id as version
  `.execute(fixture.store.kysely);
  placedVersions.set(object.id, Number(rows[0]?.version));
  return object;
}

/** Inserts a job whose start can still be undone. */
async function makeStartedJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const object = await makeJob(fixture, viewerIndex, {
    date: '2026-03-03',
    status: 'in_progress',
  });
  await makeUndoableStart(fixture, object.id, fixture.assignedMechanic.id);
  return object;
}

const readCase = {
  permission: 'appointments.read',
  make: makeJob,
  missingId: 999_999,
} as const satisfies Partial<AccessCase>;

const changeCase = {
  endpoint: 'changeAppointment',
  permission: 'appointments.change',
  make: makeJob,
  missingId: 999_999,
} as const satisfies Partial<AccessCase>;

/** Appointments, slots, candidates and the dispatch board. */
export const appointmentCases: readonly AccessCase[] = [
  {
    name: 'time slots on a day',
    endpoint: 'listSlots',
    permission: 'slots.read',
    make: async ({ team }) => ({ id: team.serviceId }),
    missingId: 999_999,
    query: 'date=2026-03-05&serviceId=',
  },
  {
    name: 'next free time slots',
    endpoint: 'listNextSlots',
    permission: 'slots.read',
    make: async ({ team }) => ({ id: team.serviceId }),
    missingId: 999_999,
    query: 'serviceId=',
  },
  { ...readCase, name: 'appointments: list', endpoint: 'listAppointments', isList: true },
  {
    ...readCase,
    name: 'appointments: list by status',
    endpoint: 'listAppointments',
    isList: true,
    query: 'status=confirmed',
  },
  { name: 'appointments: counts', endpoint: 'countAppointments', permission: 'appointments.read' },
  { ...readCase, name: 'appointments: one', endpoint: 'getAppointment' },
  {
    ...readCase,
    name: 'appointments: calendar file',
    endpoint: 'getAppointmentCalendar',
    isDocument: true,
  },
  { ...readCase, name: 'appointments: tracking', endpoint: 'trackAppointment' },
  {
    ...readCase,
    name: 'appointments: candidates',
    endpoint: 'listCandidates',
    permission: 'appointments.dispatch',
  },
  {
    name: 'board: a day',
    endpoint: 'getBoardDay',
    permission: 'appointments.dispatch',
    query: 'date=2026-03-05',
  },
  {
    name: 'board: a week',
    endpoint: 'getBoardWeek',
    permission: 'appointments.dispatch',
    query: 'date=2026-03-05',
  },
  {
    ...readCase,
    name: 'board: where an appointment fits',
    endpoint: 'listPlacements',
    permission: 'appointments.dispatch',
    query: 'date=2026-03-06',
  },
  {
    name: 'board: place an appointment',
    endpoint: 'placeAppointment',
    permission: 'appointments.dispatch',
    make: makeJob,
    missingId: 999_999,
    allowedStatus: 200,
    body: ({ spareMechanic }, { viewerIndex }) => ({
      date: '2026-03-06',
      startTime: startTimeFor(viewerIndex),
      mechanicId: spareMechanic.id,
    }),
  },
  {
    name: 'board: undo a placement',
    endpoint: 'undoPlacement',
    permission: 'appointments.dispatch',
    make: makePlacedJob,
    missingId: 999_999,
    allowedStatus: 200,
    body: (_, { id }) => ({ version: placedVersions.get(id) ?? 1 }),
  },
  {
    ...changeCase,
    name: 'appointments: times to reschedule to',
    endpoint: 'listRescheduleTimes',
    verb: 'reschedule',
    query: 'date=2026-03-06',
  },
  {
    name: 'appointments: create',
    endpoint: 'bookAppointment',
    permission: 'appointments.create',
    make: async (fixture, viewerIndex) => {
      await makeJob(fixture, viewerIndex);
      const id = await makeVehicle(fixture, fixture.owner.id);
      return { id, ownerId: fixture.owner.id };
    },
    missingId: 999_999,
    hiddenStatus: 400,
    body: ({ team, owner }, { viewer, id, viewerIndex }) => ({
      vehicleId: id,
      serviceId: team.serviceId,
      date: '2026-03-09',
      startTime: startTimeFor(viewerIndex),
      location: JSON.stringify({ address: '5 Elm Street' }),
      gateCode: 'Buzzer 4821',
      ...((viewer === 'advisor' || viewer === 'admin') && { customerId: owner.id }),
    }),
  },
  {
    ...changeCase,
    name: 'appointments: assign',
    verb: 'assign',
    body: ({ spareMechanic }) => ({ status: 'confirmed', mechanicId: spareMechanic.id }),
  },
  {
    ...changeCase,
    name: 'appointments: unassign or decline',
    verb: 'unassign',
    body: () => ({ status: 'unassigned' }),
  },
  {
    ...changeCase,
    name: 'appointments: reschedule',
    verb: 'reschedule',
    body: (_, { viewerIndex }) => ({ date: '2026-03-06', startTime: startTimeFor(viewerIndex) }),
  },
  {
    ...changeCase,
    name: 'appointments: start',
    verb: 'start',
    make: (fixture, viewerIndex) => makeJob(fixture, viewerIndex, { date: '2026-03-03' }),
    body: () => ({ status: 'in_progress' }),
  },
  {
    ...changeCase,
    // Anyone who may start a job may also undo the start.
    name: 'appointments: undo a start',
    verb: 'start',
    make: makeStartedJob,
    body: () => ({ startUndone: true }),
  },
  {
    ...changeCase,
    // Anyone who may start a job may also record the arrival.
    name: 'appointments: arrive',
    verb: 'start',
    make: (fixture, viewerIndex) =>
      makeJob(fixture, viewerIndex, { date: '2026-03-03', status: 'in_progress' }),
    body: () => ({ arrived: true }),
  },
  {
    ...changeCase,
    name: 'appointments: complete',
    verb: 'complete',
    make: (fixture, viewerIndex) =>
      makeJob(fixture, viewerIndex, { date: '2026-03-03', status: 'in_progress' }),
    body: () => ({ status: 'completed' }),
  },
  {
    ...changeCase,
    name: 'appointments: cancel',
    verb: 'cancel',
    body: () => ({ status: 'cancelled' }),
  },
  {
    ...changeCase,
    name: 'appointments: notes',
    verb: 'notes',
    body: () => ({ notes: 'The back door.' }),
  },
];
