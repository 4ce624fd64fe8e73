import type { ContestSetup } from './contest-setup.ts';
import {
  assignment,
  booking,
  patch,
  post,
  repeat,
  type Contest,
  type ContestMaker,
} from './contest.ts';

/** A maker for each kind of contest about working time. */
export const workingTimeContests: readonly ContestMaker[] = [
  timeOffAgainstBooking,
  sickAgainstStart,
  saveOneWeek,
  coverAgainstAssignment,
];

/** Bookings of one slot compete with time off for its only mechanic: the first request makes the others impossible. */
async function timeOffAgainstBooking(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const date = setup.date(10);
  const off = {
    startDate: date,
    startTime: '00:00',
    endDate: date,
    endTime: '24:00',
    reason: 'Away',
  };
  const requests = await repeat(clients, async (index) => {
    if (index % 2 === 0) return booking(await setup.customer(), serviceId, date);
    const { cookie } = (await setup.person('service_advisor')).headers;
    return post(cookie, `/api/mechanics/${mechanic.id}/time-off`, off);
  });
  return { name: 'time off against a booking', requests, winners: 1 };
}

/**
 * A mechanic is reported sick and starts a job: in either order, the job stays assigned to the mechanic and is
 * started once.
 */
async function sickAgainstStart(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const details = { assigned: mechanic };
  const { id } = await setup.appointment(serviceId, setup.today, 22 * 60, details);
  const requests = await repeat(clients, async (index) => {
    if (index % 2 === 0) return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
    const { cookie } = (await setup.person('admin')).headers;
    return post(cookie, `/api/mechanics/${mechanic.id}/sick-today`, {});
  });
  return {
    name: 'sick against a start',
    requests,
    winners: 1 + Math.floor(clients / 2),
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
async function saveOneWeek(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics } = await setup.crew(1);
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
    name: 'save one week',
    requests,
    winners: 1,
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
      return saved.includes(stored) ? [] : [`${stored} is stored, and ${saved.join()} was saved`];
    },
  };
}

/**
 * Requests to cover both jobs of a sick mechanic compete with assignments of one of them: covering either comes first
 * and reassigns both jobs, or reassigns neither.
 */
async function coverAgainstAssignment(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(3);
  const [sick, covering = sick, assigned = sick] = mechanics;
  for (const mechanic of mechanics) await setup.worksToday(mechanic);
  await setup.sickToday(sick);
  const details = { assigned: sick };
  const { id: contested } = await setup.appointment(serviceId, setup.today, 20 * 60, details);
  const { id: other } = await setup.appointment(serviceId, setup.today, 22 * 60, details);
  const jobs = [
    { appointmentId: contested, mechanicId: covering.id, startTime: '20:00' },
    { appointmentId: other, mechanicId: covering.id, startTime: '22:00' },
  ];
  const requests = await repeat(clients, async (index) => {
    const person = await setup.person('admin');
    if (index % 2 === 1) return assignment(person, contested, assigned);
    const path = `/api/mechanics/${sick.id}/cover`;
    return post(person.headers.cookie, path, { jobs }, [contested, other]);
  });
  return {
    name: 'cover against an assignment',
    requests,
    winners: null,
    mayRepeat: true,
    findProblems: async (query, accepted) => {
      const covers = accepted.filter(({ method }) => method === 'POST').length;
      const rows = await query<{ id: number; mechanic: string | null }>(
        'select id, mechanic_id as mechanic from appointments where id = any($1::int[])',
        [[contested, other]],
      );
      const mechanicOf = (id: number) => rows.find((row) => row.id === id)?.mechanic;
      const expectedOther = covers === 1 ? covering.id : sick.id;
      const assignments = accepted.length - covers;
      return [
        ...(covers > 1 ? [`the jobs were covered ${covers} times`] : []),
        ...(assignments === Math.floor(clients / 2) ? [] : [`${assignments} assigned`]),
        ...(mechanicOf(other) === expectedOther ? [] : [`the other job is ${mechanicOf(other)}'s`]),
        ...(mechanicOf(contested) === assigned.id ? [] : ['the contested job is not as assigned']),
      ];
    },
  };
}
