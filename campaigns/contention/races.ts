import { makeUndoableStart } from '@curbwrench/testing/undoable-start';
import { boardRaces } from './board-races.ts';
import type { RaceSetup } from './race-setup.ts';
import {
  assignment,
  booking,
  patch,
  repeat,
  type Race,
  type RaceFactory,
  type RaceRequest,
} from './race.ts';
import { linkRaces } from './link-races.ts';
import { mergeRaces } from './merge-races.ts';
import { reviewRaces } from './review-races.ts';
import { workingTimeRaces } from './working-time-races.ts';

/** A factory for each race. */
export const races: readonly RaceFactory[] = [
  bookTheLastSlot,
  bookByMovingAHold,
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
  ...boardRaces,
  ...workingTimeRaces,
  ...mergeRaces,
  ...reviewRaces,
  ...linkRaces,
];

const nineAm = 9 * 60;

async function bookTheLastSlot(setup: RaceSetup, clients: number): Promise<Race> {
  const { serviceId } = await setup.team(1);
  const requests = await repeat(clients, async () =>
    booking(await setup.customer(), serviceId, setup.date(1)),
  );
  return { name: 'book the last slot', requests, expectedAccepted: 1 };
}

/** Two bookings can succeed, the second only if an existing hold moves to another mechanic. */
async function bookByMovingAHold(setup: RaceSetup, clients: number): Promise<Race> {
  const { skill, serviceId } = await setup.team(1);
  const otherSkill = `${skill}-other`;
  const heldMechanic = await setup.mechanic([skill, otherSkill]);
  await setup.mechanic([otherSkill]);
  const otherService = await setup.service(otherSkill);
  await setup.appointment(otherService, setup.date(2), nineAm, { heldMechanic });
  const requests = await repeat(clients, async () =>
    booking(await setup.customer(), serviceId, setup.date(2)),
  );
  return { name: 'book, moving a hold', requests, expectedAccepted: Math.min(2, clients) };
}

/** Appointments at the same time, each holding a different mechanic's time, are all assigned to one mechanic. */
async function assignOneMechanic(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(clients);
  const officePerson = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) => {
    const heldMechanic = mechanics[index] ?? mechanics[0];
    const { id } = await setup.appointment(serviceId, setup.date(3), nineAm, { heldMechanic });
    return assignment(officePerson, id, mechanics[0]);
  });
  return { name: 'assign one mechanic', requests, expectedAccepted: 1 };
}

/** Several people assign one appointment to different mechanics: all succeed, and the last one wins. */
async function assignOneAppointment(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(Math.min(clients, 8));
  const details = { heldMechanic: mechanics[0] };
  const { id } = await setup.appointment(serviceId, setup.date(4), nineAm, details);
  const requests = await repeat(clients, async (index) => {
    const mechanic = mechanics[index % mechanics.length] ?? mechanics[0];
    return assignment(await setup.person('admin'), id, mechanic);
  });
  return { name: 'assign one appointment', requests, expectedAccepted: clients, allowsNoOps: true };
}

/** Customers with appointments at other times all reschedule to the one available slot. */
async function rescheduleToOneSlot(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const to = { date: setup.date(0), startTime: '09:00' };
  const requests = await repeat(clients, async (index) => {
    const date = setup.date(1 + Math.floor(index / 10));
    const from = (8 + (index % 10)) * 60;
    const details = { heldMechanic: mechanics[0] };
    const { id, customer } = await setup.appointment(serviceId, date, from, details);
    return patch(customer.headers.cookie, id, to);
  });
  return { name: 'reschedule to one slot', requests, expectedAccepted: 1 };
}

/** Appointments on two days each move to the other day. There is room for all, and each change locks both days. */
async function rescheduleAcrossDays(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(Math.ceil(clients / 10));
  const days = [setup.date(5), setup.date(6)];
  const requests = await repeat(clients, async (index) => {
    const [from, to] = index % 2 === 0 ? days : days.toReversed();
    const pairIndex = Math.floor(index / 2);
    const heldMechanic = mechanics[Math.floor(pairIndex / 5)] ?? mechanics[0];
    const hour = 8 + (pairIndex % 5);
    const { id, customer } = await setup.appointment(serviceId, from ?? '', hour * 60, {
      heldMechanic,
    });
    const startTime = `${String(hour + 5).padStart(2, '0')}:00`;
    return patch(customer.headers.cookie, id, { date: to, startTime });
  });
  return { name: 'reschedule across days', requests, expectedAccepted: clients };
}

async function cancelOnce(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const { id, customer } = await setup.appointment(serviceId, setup.date(7), nineAm, {
    assignedTo: mechanics[0],
  });
  const officePerson = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) =>
    patch((index % 2 === 0 ? customer : officePerson).headers.cookie, id, { status: 'cancelled' }),
  );
  return { name: 'cancel', requests, expectedAccepted: 1 };
}

/** One mechanic starts all of today's jobs concurrently: only one can be in progress. */
async function startOnce(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const requests = await repeat(clients, async (index) => {
    const details = { assignedTo: mechanic, minutes: 15 };
    const { id } = await setup.appointment(serviceId, setup.today, 60 + index * 15, details);
    return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
  });
  return { name: 'start', requests, expectedAccepted: 1 };
}

async function completeOnce(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, {
    assignedTo: mechanic,
    status: 'in_progress',
  });
  const requests = await repeat(clients, async () =>
    patch(mechanic.headers.cookie, id, { status: 'completed' }),
  );
  return { name: 'complete', requests, expectedAccepted: 1 };
}

/**
 * One appointment is started, canceled and unassigned concurrently: the change that comes first decides which others
 * are possible.
 */
async function startUnassignAndCancel(setup: RaceSetup, clients: number): Promise<Race> {
  const requests = await makeStartAndOfficeRequests(setup, clients, { status: 'in_progress' });
  return { name: 'start, unassign and cancel', requests, expectedAccepted: null };
}

/** Like `startUnassignAndCancel`, but the mechanic started the job while offline, and the start is sent later. */
async function sendLateStart(setup: RaceSetup, clients: number): Promise<Race> {
  const pressedAt = new Date(Date.now() - 90_000).toISOString();
  const start = { status: 'in_progress', pressedAt };
  const requests = await makeStartAndOfficeRequests(setup, clients, start);
  return { name: 'late start versus the office', requests, expectedAccepted: null };
}

/** Returns requests from a job's mechanic, who starts it, and from an admin, who unassigns and cancels it. */
async function makeStartAndOfficeRequests(setup: RaceSetup, clients: number, start: object) {
  const { mechanics, serviceId } = await setup.team(2);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, { assignedTo: mechanic });
  const officePerson = await setup.person('admin');
  return repeat(clients, async (index) => {
    const { cookie } = (index % 3 === 0 ? mechanic : officePerson).headers;
    if (index % 3 === 0) return patch(cookie, id, start);
    if (index % 3 === 1) return patch(cookie, id, { status: 'unassigned' });
    return patch(cookie, id, { status: 'cancelled', reason: 'From the campaign.' });
  });
}

/** A mechanic undoes a start and arrives while the office cancels: an undo is accepted only if it comes first. */
async function undoAStart(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(1);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nineAm, {
    assignedTo: mechanic,
    status: 'in_progress',
  });
  await makeUndoableStart(setup.context, id, mechanic.id);
  const officePerson = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) => {
    if (index % 4 === 3) {
      return patch(officePerson.headers.cookie, id, {
        status: 'cancelled',
        reason: 'From the campaign.',
      });
    }
    return patch(mechanic.headers.cookie, id, index % 4 === 2 ? arriveBody : undoStartBody);
  });
  return {
    name: 'undo a start',
    requests,
    expectedAccepted: null,
    idsWithPriorEntry: [id],
    async findProblems(query, accepted) {
      const [row] = await query<{ kinds: string[] }>(
        `select array_agg(kind order by id) as kinds from appointment_events where appointment_id = $1`,
        [id],
      );
      const kinds = row?.kinds ?? [];
      const undoCount = accepted.filter(({ body }) => body === undoStartBody).length;
      const isInOrder = kinds.indexOf('start_undone') === (undoCount === 0 ? -1 : 1);
      return undoCount <= 1 && isInOrder
        ? []
        : [`${undoCount} undos were accepted, and the history is ${kinds.join(', ')}`];
    },
  };
}

const undoStartBody = { startUndone: true };
const arriveBody = { arrived: true };

/** Appointments on two days are booked, assigned, rescheduled, unassigned and canceled concurrently. */
async function everythingAtOnce(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(2);
  const officePerson = await setup.person('admin');
  const days = [setup.date(8), setup.date(9)];
  const appointments = await repeat(8, async (index) => {
    const heldMechanic = mechanics[index % 2] ?? mechanics[0];
    const hour = 8 + Math.floor(index / 4);
    const date = days[Math.floor(index / 2) % 2] ?? '';
    return setup.appointment(serviceId, date, hour * 60, { heldMechanic });
  });
  const requests = await repeat(clients, async (index): Promise<RaceRequest> => {
    const appointment = appointments[index % appointments.length] ?? appointments[0];
    const date = days[index % 2] ?? '';
    if (!appointment || index % 5 === 0) return booking(await setup.customer(), serviceId, date);
    const { cookie } = officePerson.headers;
    if (index % 5 === 1)
      return assignment(officePerson, appointment.id, mechanics[index % 2] ?? mechanics[0]);
    if (index % 5 === 2) return patch(cookie, appointment.id, { date, startTime: '09:00' });
    if (index % 5 === 3) return patch(cookie, appointment.id, { status: 'unassigned' });
    return patch(appointment.customer.headers.cookie, appointment.id, { status: 'cancelled' });
  });
  return { name: 'everything at once', requests, expectedAccepted: null, allowsNoOps: true };
}
