import { makeUndoableStart } from '@curbwrench/testing/undoable-start';
import { boardContests } from './board-contests.ts';
import type { ContestSetup } from './contest-setup.ts';
import {
  assignment,
  booking,
  patch,
  repeat,
  type Contest,
  type ContestMaker,
  type ContestRequest,
} from './contest.ts';
import { mergeContests } from './merge-contests.ts';
import { workingTimeContests } from './working-time-contests.ts';

/** A maker for each kind of contest. */
export const contests: readonly ContestMaker[] = [
  bookTheLastSlot,
  bookWhereAHoldMustMove,
  assignOneMechanic,
  assignOneAppointment,
  rescheduleToOneSlot,
  rescheduleAcrossDays,
  cancelOnce,
  startOnce,
  completeOnce,
  startUnassignAndCancel,
  sendLateStart,
  undoAStart,
  everythingAtOnce,
  ...boardContests,
  ...workingTimeContests,
  ...mergeContests,
];

const nineAm = 9 * 60;

async function bookTheLastSlot(setup: ContestSetup, clients: number): Promise<Contest> {
  const { serviceId } = await setup.crew(1);
  const requests = await repeat(clients, async () =>
    booking(await setup.customer(), serviceId, setup.date(1)),
  );
  return { name: 'book the last slot', requests, winners: 1 };
}

/** Two bookings can succeed, the second only if an existing hold moves to another mechanic. */
async function bookWhereAHoldMustMove(setup: ContestSetup, clients: number): Promise<Contest> {
  const { skill, serviceId } = await setup.crew(1);
  const otherSkill = `${skill}-other`;
  const both = await setup.mechanic([skill, otherSkill]);
  await setup.mechanic([otherSkill]);
  const otherService = await setup.service(otherSkill);
  await setup.appointment(otherService, setup.date(2), nineAm, { held: both });
  const requests = await repeat(clients, async () =>
    booking(await setup.customer(), serviceId, setup.date(2)),
  );
  return { name: 'book, moving a hold', requests, winners: Math.min(2, clients) };
}

/** Appointments at the same hour, each held by a different mechanic, are all assigned to one mechanic. */
async function assignOneMechanic(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(clients);
  const dispatcher = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) => {
    const held = mechanics[index] ?? mechanics[0];
    const { id } = await setup.appointment(serviceId, setup.date(3), nineAm, { held });
    return assignment(dispatcher, id, mechanics[0]);
  });
  return { name: 'assign one mechanic', requests, winners: 1 };
}

/** Several people assign one appointment to different mechanics: all succeed, and the last one counts. */
async function assignOneAppointment(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(Math.min(clients, 8));
  const { id } = await setup.appointment(serviceId, setup.date(4), nineAm, { held: mechanics[0] });
  const requests = await repeat(clients, async (index) => {
    const mechanic = mechanics[index % mechanics.length] ?? mechanics[0];
    return assignment(await setup.person('admin'), id, mechanic);
  });
  return { name: 'assign one appointment', requests, winners: clients, mayRepeat: true };
}

/** Customers with appointments at other times all reschedule to the one available slot. */
async function rescheduleToOneSlot(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const to = { date: setup.date(0), startTime: '09:00' };
  const requests = await repeat(clients, async (index) => {
    const date = setup.date(1 + Math.floor(index / 10));
    const from = (8 + (index % 10)) * 60;
    const { id, customer } = await setup.appointment(serviceId, date, from, { held: mechanics[0] });
    return patch(customer.headers.cookie, id, to);
  });
  return { name: 'reschedule to one slot', requests, winners: 1 };
}

/** Appointments on two days swap days. There is room for all, and each change locks both days. */
async function rescheduleAcrossDays(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(Math.ceil(clients / 10));
  const days = [setup.date(5), setup.date(6)];
  const requests = await repeat(clients, async (index) => {
    const [from, to] = index % 2 === 0 ? days : days.toReversed();
    const pairIndex = Math.floor(index / 2);
    const held = mechanics[Math.floor(pairIndex / 5)] ?? mechanics[0];
    const hour = 8 + (pairIndex % 5);
    const { id, customer } = await setup.appointment(serviceId, from ?? '', hour * 60, { held });
    const startTime = `${String(hour + 5).padStart(2, '0')}:00`;
    return patch(customer.headers.cookie, id, { date: to, startTime });
  });
  return { name: 'reschedule across days', requests, winners: clients };
}

async function cancelOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const { id, customer } = await setup.appointment(serviceId, setup.date(7), nineAm, {
    assigned: mechanics[0],
  });
  const dispatcher = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) =>
    patch((index % 2 === 0 ? customer : dispatcher).headers.cookie, id, { status: 'cancelled' }),
  );
  return { name: 'cancel', requests, winners: 1 };
}

/** One mechanic starts all of the day's jobs concurrently: only one may be in progress. */
async function startOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const requests = await repeat(clients, async (index) => {
    const details = { assigned: mechanic, length: 15 };
    const { id } = await setup.appointment(serviceId, setup.today, 60 + index * 15, details);
    return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
  });
  return { name: 'start', requests, winners: 1 };
}

async function completeOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, {
    assigned: mechanic,
    status: 'in_progress',
  });
  const requests = await repeat(clients, async () =>
    patch(mechanic.headers.cookie, id, { status: 'completed' }),
  );
  return { name: 'complete', requests, winners: 1 };
}

/**
 * One appointment is started, canceled and unassigned concurrently: the first change decides what the others can do.
 */
async function startUnassignAndCancel(setup: ContestSetup, clients: number): Promise<Contest> {
  const requests = await startAgainstOffice(setup, clients, { status: 'in_progress' });
  return { name: 'start, unassign and cancel', requests, winners: null };
}

/** The same with a start that was pressed offline and is sent when the phone is back online. */
async function sendLateStart(setup: ContestSetup, clients: number): Promise<Contest> {
  const pressedAt = new Date(Date.now() - 90_000).toISOString();
  const requests = await startAgainstOffice(setup, clients, { status: 'in_progress', pressedAt });
  return { name: 'late start against the office', requests, winners: null };
}

/** Returns requests of a job's mechanic, who starts it, and of an admin, who unassigns and cancels it. */
async function startAgainstOffice(setup: ContestSetup, clients: number, start: object) {
  const { mechanics, serviceId } = await setup.crew(2);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, { assigned: mechanic });
  const dispatcher = await setup.person('admin');
  return repeat(clients, async (index) => {
    const { cookie } = (index % 3 === 0 ? mechanic : dispatcher).headers;
    if (index % 3 === 0) return patch(cookie, id, start);
    if (index % 3 === 1) return patch(cookie, id, { status: 'unassigned' });
    return patch(cookie, id, { status: 'cancelled', reason: 'The campaign.' });
  });
}

/** A start is undone while its mechanic arrives and dispatch cancels: it is undone only if nothing came before. */
async function undoAStart(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, {
    assigned: mechanic,
    status: 'in_progress',
  });
  await makeUndoableStart(setup.context, id, mechanic.id);
  const dispatcher = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) => {
    if (index % 4 === 3) {
      return patch(dispatcher.headers.cookie, id, { status: 'cancelled', reason: 'The campaign.' });
    }
    return patch(mechanic.headers.cookie, id, index % 4 === 2 ? arrived : startUndone);
  });
  return {
    name: 'undo a start',
    requests,
    winners: null,
    idsWithEntry: [id],
    async findProblems(query, accepted) {
      const [row] = await query<{ kinds: string[] }>(
        `select array_agg(kind order by id) as kinds from appointment_events where appointment_id = $1`,
        [id],
      );
      const kinds = row?.kinds ?? [];
      const undone = accepted.filter(({ body }) => body === startUndone).length;
      const isInOrder = kinds.indexOf('start_undone') === (undone === 0 ? -1 : 1);
      return undone <= 1 && isInOrder
        ? []
        : [`${undone} undos, and the history ${kinds.join(', ')}`];
    },
  };
}

const startUndone = { startUndone: true };
const arrived = { arrived: true };

/** On two days, bookings, assignments, reschedules, unassignments and cancellations are concurrent. */
async function everythingAtOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(2);
  const dispatcher = await setup.person('admin');
  const days = [setup.date(8), setup.date(9)];
  const appointments = await repeat(8, async (index) => {
    const held = mechanics[index % 2] ?? mechanics[0];
    const hour = 8 + Math.floor(index / 4);
    return setup.appointment(serviceId, days[Math.floor(index / 2) % 2] ?? '', hour * 60, { held });
  });
  const requests = await repeat(clients, async (index): Promise<ContestRequest> => {
    const appointment = appointments[index % appointments.length] ?? appointments[0];
    const date = days[index % 2] ?? '';
    if (!appointment || index % 5 === 0) return booking(await setup.customer(), serviceId, date);
    const { cookie } = dispatcher.headers;
    if (index % 5 === 1)
      return assignment(dispatcher, appointment.id, mechanics[index % 2] ?? mechanics[0]);
    if (index % 5 === 2) return patch(cookie, appointment.id, { date, startTime: '09:00' });
    if (index % 5 === 3) return patch(cookie, appointment.id, { status: 'unassigned' });
    return patch(appointment.customer.headers.cookie, appointment.id, { status: 'cancelled' });
  });
  return { name: 'everything at once', requests, winners: null, mayRepeat: true };
}
