import type { RaceSetup } from './race-setup.ts';
import { assignment, booking, patch, post, repeat, type Race, type RaceFactory } from './race.ts';

/** A factory for each race that involves working time. */
export const workingTimeRaces: readonly RaceFactory[] = [
  timeOffVersusBooking,
  sickDayVersusJobStart,
  concurrentWeeklyHoursSaves,
  coverageVersusAssignment,
];

/** Bookings of one slot compete with time off for its only mechanic: only the first request is accepted. */
async function timeOffVersusBooking(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const date = setup.date(10);
  const timeOff = {
    startDate: date,
    startTime: '00:00',
    endDate: date,
    endTime: '24:00',
    reason: 'Away',
  };
  const requests = await repeat(clients, async (index) => {
    if (index % 2 === 0) return booking(await setup.customer(), serviceId, date);
    const { cookie } = (await setup.person('service_advisor')).headers;
    return post(cookie, `/api/mechanics/${mechanic.id}/time-off`, timeOff);
  });
  return { name: 'time off versus a booking', requests, expectedAccepted: 1 };
}

/**
 * A mechanic is marked as sick and starts a job at the same time: in either order, the job stays with the mechanic
 * and is started once.
 */
async function sickDayVersusJobStart(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const details = { assignedTo: mechanic };
  const { id } = await setup.appointment(serviceId, setup.today, 22 * 60, details);
  const requests = await repeat(clients, async (index) => {
    if (index % 2 === 0) return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
    const { cookie } = (await setup.person('admin')).headers;
    return post(cookie, `/api/mechanics/${mechanic.id}/sick-today`, {});
  });
  return {
    name: 'sick day versus starting a job',
    requests,
    expectedAccepted: 1 + Math.floor(clients / 2),
    findProblems: async (query) => {
      const rows = await query<{ status: string; mechanic: string | null; entries: number }>(
        `select status, mechanic_id as mechanic,
           (select count(*) from time_off where mechanic_id = $2 and sick)::int as entries
         from appointments where id = $1`,
        [id, mechanic.id],
      );
      return rows.flatMap(({ status, mechanic: mechanicId, entries }) => [
        ...(status === 'in_progress' && mechanicId === mechanic.id
          ? []
          : [`the job is ${status} with ${mechanicId}`]),
        ...(entries === 1 ? [] : [`there are ${entries} sick-day entries`]),
      ]);
    },
  };
}

/** Several people save different weekly hours for one mechanic: the first request wins, and its hours are stored. */
async function concurrentWeeklyHoursSaves(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics } = await setup.team(1);
  const [mechanic] = mechanics;
  const weekFrom = (startTime: string) => {
    const day = [{ startTime, endTime: '18:00' }];
    return [[], day, day, day, day, day, []];
  };
  const startTimeOf = (index: number) =>
    `${String(9 + Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`;
  const requests = await repeat(clients, async (index) => {
    const { cookie } = (await setup.person('service_advisor')).headers;
    const body = { hours: weekFrom(startTimeOf(index)), before: weekFrom('08:00') };
    return post(cookie, `/api/mechanics/${mechanic.id}/weekly-hours`, body);
  });
  return {
    name: 'concurrent saves of weekly hours',
    requests,
    expectedAccepted: 1,
    findProblems: async (query, accepted) => {
      const rows = await query<{ starts: string }>(
        `select to_char(starts, 'HH24:MI') as starts from working_hours where mechanic_id = $1`,
        [mechanic.id],
      );
      const stored = JSON.stringify(
        rows.map(({ starts }) => [{ startTime: starts, endTime: '18:00' }]),
      );
      const saved = accepted.map(({ body }) =>
        JSON.stringify((Reflect.get(body, 'hours') as unknown[][]).filter((day) => day.length > 0)),
      );
      return saved.includes(stored) ? [] : [`${stored} is stored, not ${saved.join()}`];
    },
  };
}

/**
 * Requests to cover both of a sick mechanic's jobs compete with assignments of one of the jobs: a coverage request
 * either comes first and reassigns both jobs, or reassigns neither.
 */
async function coverageVersusAssignment(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(3);
  // The team has three mechanics; the defaults only satisfy the compiler.
  const [sickMechanic, coveringMechanic = sickMechanic, assignee = sickMechanic] = mechanics;
  for (const mechanic of mechanics) await setup.giveHoursToday(mechanic);
  await setup.markSickToday(sickMechanic);
  const details = { assignedTo: sickMechanic };
  const { id: contestedId } = await setup.appointment(serviceId, setup.today, 20 * 60, details);
  const { id: otherId } = await setup.appointment(serviceId, setup.today, 22 * 60, details);
  const jobs = [
    { appointmentId: contestedId, mechanicId: coveringMechanic.id, startTime: '20:00' },
    { appointmentId: otherId, mechanicId: coveringMechanic.id, startTime: '22:00' },
  ];
  const requests = await repeat(clients, async (index) => {
    const person = await setup.person('admin');
    if (index % 2 === 1) return assignment(person, contestedId, assignee);
    const path = `/api/mechanics/${sickMechanic.id}/cover`;
    return post(person.headers.cookie, path, { jobs }, [contestedId, otherId]);
  });
  return {
    name: 'coverage versus an assignment',
    requests,
    expectedAccepted: null,
    allowsNoOps: true,
    findProblems: async (query, accepted) => {
      const coverageCount = accepted.filter(({ method }) => method === 'POST').length;
      const rows = await query<{ id: number; mechanic: string | null }>(
        'select id, mechanic_id as mechanic from appointments where id = any($1::int[])',
        [[contestedId, otherId]],
      );
      const mechanicOf = (id: number) => rows.find((row) => row.id === id)?.mechanic;
      const expectedOther = coverageCount === 1 ? coveringMechanic.id : sickMechanic.id;
      const assignmentCount = accepted.length - coverageCount;
      return [
        ...(coverageCount > 1 ? [`the jobs were covered ${coverageCount} times`] : []),
        ...(assignmentCount === Math.floor(clients / 2)
          ? []
          : [`${assignmentCount} assignments were accepted`]),
        ...(mechanicOf(otherId) === expectedOther
          ? []
          : [`the other job is ${mechanicOf(otherId)}'s`]),
        ...(mechanicOf(contestedId) === assignee.id
          ? []
          : ['the contested job is not with the mechanic to whom it was assigned']),
      ];
    },
  };
}
