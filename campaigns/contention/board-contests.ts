import type { Person } from '@curbwrench/testing/builders';
import type { ContestSetup } from './contest-setup.ts';
import { booking, post, repeat, type Contest, type ContestMaker } from './contest.ts';

/** A maker for each kind of contest about the day board. */
export const boardContests: readonly ContestMaker[] = [
  dropOnOneTime,
  dropOneBlock,
  undoAgainstChange,
  undoAgainstBooking,
];

/** Returns the request with which the board places an appointment. */
function drop(dispatcher: Person, id: number, date: string, startTime: string, mechanic: Person) {
  const body = { date, startTime, mechanicId: mechanic.id };
  return post(dispatcher.headers.cookie, `/api/appointments/${id}/placement`, body, [id]);
}

function undo(dispatcher: Person, id: number, version: number) {
  const path = `/api/appointments/${id}/placement/undo`;
  return post(dispatcher.headers.cookie, path, { version }, [id]);
}

/** Dispatchers drop different blocks on the same time of one mechanic: one of them is accepted. */
async function dropOnOneTime(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const to = setup.date(12);
  const requests = await repeat(clients, async (index) => {
    const date = setup.date(13 + Math.floor(index / 10));
    const from = (8 + (index % 10)) * 60;
    const { id } = await setup.appointment(serviceId, date, from, { assigned: mechanic });
    return drop(await setup.person('service_advisor'), id, to, '09:00', mechanic);
  });
  return { name: 'drop on one time', requests, winners: 1 };
}

/** Dispatchers drop one block at different times: all are accepted, and the block ends at one of these times. */
async function dropOneBlock(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const date = setup.date(14);
  const { id } = await setup.appointment(serviceId, date, 8 * 60, { assigned: mechanic });
  const startTimes = ['09:00', '10:15', '11:30', '12:45', '14:00', '15:15', '16:30', '17:00'];
  const requests = await repeat(clients, async (index) =>
    drop(
      await setup.person('admin'),
      id,
      date,
      startTimes[index % startTimes.length] ?? '',
      mechanic,
    ),
  );
  return {
    name: 'drop one block',
    requests,
    winners: clients,
    mayRepeat: true,
    findProblems: async (query, accepted) => {
      const [row] = await query<{ start: string; latest: string }>(
        `select to_char(start_time, 'HH24:MI') as start, (
           select detail ->> 'toTime' from appointment_events where appointment_id = $1
           order by id desc limit 1) as latest
         from appointments where id = $1`,
        [id],
      );
      const dropped = accepted.map(({ body }) => Reflect.get(body, 'startTime') as string);
      return row && row.start === row.latest && dropped.includes(row.start)
        ? []
        : [`${JSON.stringify(row)} after drops at ${dropped.join()}`];
    },
  };
}

/**
 * One dispatcher undoes a drop while others drop the block again: the undo is accepted only if it comes first, and the
 * new drop counts in either order.
 */
async function undoAgainstChange(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const date = setup.date(15);
  const { id } = await setup.appointment(serviceId, date, 14 * 60, { assigned: mechanic });
  const version = await setup.movedOnBoard(id, '09:00', '10:00');
  const requests = await repeat(clients, async (index) => {
    const dispatcher = await setup.person('admin');
    return index % 2 === 0
      ? undo(dispatcher, id, version)
      : drop(dispatcher, id, date, '12:00', mechanic);
  });
  return {
    name: 'undo against a change',
    requests,
    winners: null,
    mayRepeat: true,
    idsWithEntry: [id],
    findProblems: async (query, accepted) => {
      const undone = accepted.filter(({ path }) => path.endsWith('/undo')).length;
      const dropped = accepted.length - undone;
      const [row] = await query<{ start: string; times: string[] }>(
        `select to_char(start_time, 'HH24:MI') as start, (
           select array_agg(detail ->> 'toTime' order by id) from appointment_events
           where appointment_id = $1) as times
         from appointments where id = $1`,
        [id],
      );
      const expected = ['14:00', ...(undone > 0 ? ['09:00'] : []), '12:00'].join();
      return [
        ...(undone <= 1 ? [] : [`it was undone ${undone} times`]),
        ...(dropped === Math.floor(clients / 2) ? [] : [`${dropped} drops were accepted`]),
        ...(row?.start === '12:00' && row.times.join() === expected
          ? []
          : [`${JSON.stringify(row)} instead of ${expected}`]),
      ];
    },
  };
}

/** Customers book the time that a block was dropped away from while the drop is undone: one of them gets it. */
async function undoAgainstBooking(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const date = setup.date(16);
  const { id } = await setup.appointment(serviceId, date, 14 * 60, { assigned: mechanic });
  const version = await setup.movedOnBoard(id, '09:00', '10:00');
  const requests = await repeat(clients, async (index) =>
    index % 2 === 0
      ? booking(await setup.customer(), serviceId, date)
      : undo(await setup.person('admin'), id, version),
  );
  return { name: 'undo against a booking', requests, winners: 1, idsWithEntry: [id] };
}
