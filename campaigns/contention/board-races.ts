import type { Person } from '@curbwrench/testing/builders';
import type { RaceSetup } from './race-setup.ts';
import { booking, post, repeat, type Race, type RaceFactory } from './race.ts';

/** A factory for each race on the day board. */
export const boardRaces: readonly RaceFactory[] = [
  dropOnSameTime,
  dropSameBlock,
  undoVersusDrop,
  undoVersusBooking,
];

/** Returns the request with which the board places an appointment. */
function dropRequest(
  officePerson: Person,
  id: number,
  date: string,
  startTime: string,
  mechanic: Person,
) {
  const body = { date, startTime, mechanicId: mechanic.id };
  return post(officePerson.headers.cookie, `/api/appointments/${id}/placement`, body, [id]);
}

function undoRequest(officePerson: Person, id: number, version: number) {
  const path = `/api/appointments/${id}/placement/undo`;
  return post(officePerson.headers.cookie, path, { version }, [id]);
}

/** Office staff drop different blocks onto the same time in one mechanic's lane: one drop is accepted. */
async function dropOnSameTime(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const targetDate = setup.date(12);
  const requests = await repeat(clients, async (index) => {
    const date = setup.date(13 + Math.floor(index / 10));
    // Ten appointments a day, at different hours.
    const from = (8 + (index % 10)) * 60;
    const { id } = await setup.appointment(serviceId, date, from, { assignedTo: mechanic });
    return dropRequest(await setup.person('service_advisor'), id, targetDate, '09:00', mechanic);
  });
  return { name: 'drop on the same time', requests, expectedAccepted: 1 };
}

/** Office staff drop one block onto different times: all are accepted, and the block ends up at one of these times. */
async function dropSameBlock(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const date = setup.date(14);
  const { id } = await setup.appointment(serviceId, date, 8 * 60, { assignedTo: mechanic });
  const startTimes = ['09:00', '10:15', '11:30', '12:45', '14:00', '15:15', '16:30', '17:00'];
  const requests = await repeat(clients, async (index) =>
    dropRequest(
      await setup.person('admin'),
      id,
      date,
      startTimes[index % startTimes.length] ?? '',
      mechanic,
    ),
  );
  return {
    name: 'drop the same block',
    requests,
    expectedAccepted: clients,
    allowsNoOps: true,
    findProblems: async (query, accepted) => {
      const [row] = await query<{ start: string; latest: string }>(
        `select to_char(start_time, 'HH24:MI') as start, (
           select detail ->> 'toTime' from appointment_events where appointment_id = $1
           order by id desc limit 1) as latest
         from appointments where id = $1`,
        [id],
      );
      const droppedTimes = accepted.map(({ body }) => Reflect.get(body, 'startTime') as string);
      return row && row.start === row.latest && droppedTimes.includes(row.start)
        ? []
        : [`${JSON.stringify(row)} after drops on ${droppedTimes.join()}`];
    },
  };
}

/**
 * Half of the office staff undo a drop while the others drop the block again: an undo is accepted only if it comes
 * first, and the block ends up where the others dropped it.
 */
async function undoVersusDrop(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const date = setup.date(15);
  const { id } = await setup.appointment(serviceId, date, 14 * 60, { assignedTo: mechanic });
  const version = await setup.makeBoardMove(id, '09:00', '10:00');
  const requests = await repeat(clients, async (index) => {
    const officePerson = await setup.person('admin');
    return index % 2 === 0
      ? undoRequest(officePerson, id, version)
      : dropRequest(officePerson, id, date, '12:00', mechanic);
  });
  return {
    name: 'undo versus another drop',
    requests,
    expectedAccepted: null,
    allowsNoOps: true,
    idsWithPriorEntry: [id],
    findProblems: async (query, accepted) => {
      const undoCount = accepted.filter(({ path }) => path.endsWith('/undo')).length;
      const dropCount = accepted.length - undoCount;
      const [row] = await query<{ start: string; times: string[] }>(
        `select to_char(start_time, 'HH24:MI') as start, (
           select array_agg(detail ->> 'toTime' order by id) from appointment_events
           where appointment_id = $1) as times
         from appointments where id = $1`,
        [id],
      );
      const expected = ['14:00', ...(undoCount > 0 ? ['09:00'] : []), '12:00'].join();
      return [
        ...(undoCount <= 1 ? [] : [`the drop was undone ${undoCount} times`]),
        ...(dropCount === Math.floor(clients / 2) ? [] : [`${dropCount} drops were accepted`]),
        ...(row?.start === '12:00' && row.times.join() === expected
          ? []
          : [`${JSON.stringify(row)} instead of ${expected}`]),
      ];
    },
  };
}

/**
 * After a block was moved, customers book its old time while office staff undo the move: one of them gets that time.
 */
async function undoVersusBooking(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const date = setup.date(16);
  const { id } = await setup.appointment(serviceId, date, 14 * 60, { assignedTo: mechanic });
  const version = await setup.makeBoardMove(id, '09:00', '10:00');
  const requests = await repeat(clients, async (index) =>
    index % 2 === 0
      ? booking(await setup.customer(), serviceId, date)
      : undoRequest(await setup.person('admin'), id, version),
  );
  return { name: 'undo versus a booking', requests, expectedAccepted: 1, idsWithPriorEntry: [id] };
}
