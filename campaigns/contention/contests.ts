import type { Person } from '@curbwrench/testing/builders';
import type { ContestSetup, Customer } from './contest-setup.ts';
import { patch, type Contest, type ContestRequest } from './contest.ts';

type ContestMaker = (setup: ContestSetup, clients: number) => Promise<Contest>;

/** Creates each kind of contest for a number of clients. */
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
  everythingAtOnce,
];

const nine = 9 * 60;

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
  await setup.appointment(otherService, setup.date(2), nine, { held: both });
  const requests = await repeat(clients, async () =>
    booking(await setup.customer(), serviceId, setup.date(2)),
  );
  return { name: 'book, moving a hold', requests, winners: Math.min(2, clients) };
}

/** As many requests for one hour as mechanics, all of them assigned to the same one. */
async function assignOneMechanic(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(clients);
  const dispatcher = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) => {
    const held = mechanics[index] ?? mechanics[0];
    const { id } = await setup.appointment(serviceId, setup.date(3), nine, { held });
    return assignment(dispatcher, id, mechanics[0]);
  });
  return { name: 'assign one mechanic', requests, winners: 1 };
}

/** Several people assign one appointment to different mechanics: all succeed, and the last one counts. */
async function assignOneAppointment(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(Math.min(clients, 8));
  const { id } = await setup.appointment(serviceId, setup.date(4), nine, { held: mechanics[0] });
  const requests = await repeat(clients, async (index) => {
    const mechanic = mechanics[index % mechanics.length] ?? mechanics[0];
    return assignment(await setup.person('admin'), id, mechanic);
  });
  return { name: 'assign one appointment', requests, winners: clients, mayRepeat: true };
}

/** Customers of other days and hours all reschedule to the one available slot. */
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

/** Appointments of two days swap days: there is room for all, and each change locks both days. */
async function rescheduleAcrossDays(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(Math.ceil(clients / 10));
  const days = [setup.date(5), setup.date(6)];
  const requests = await repeat(clients, async (index) => {
    const [from, to] = index % 2 === 0 ? days : days.toReversed();
    const seat = Math.floor(index / 2);
    const held = mechanics[Math.floor(seat / 5)] ?? mechanics[0];
    const hour = 8 + (seat % 5);
    const { id, customer } = await setup.appointment(serviceId, from ?? '', hour * 60, { held });
    const startTime = `${String(hour + 5).padStart(2, '0')}:00`;
    return patch(customer.headers.cookie, id, { date: to, startTime });
  });
  return { name: 'reschedule across days', requests, winners: clients };
}

async function cancelOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const { id, customer } = await setup.appointment(serviceId, setup.date(7), nine, {
    assigned: mechanics[0],
  });
  const dispatcher = await setup.person('service_advisor');
  const requests = await repeat(clients, async (index) =>
    patch((index % 2 === 0 ? customer : dispatcher).headers.cookie, id, { status: 'cancelled' }),
  );
  return { name: 'cancel', requests, winners: 1 };
}

/** One mechanic starts all jobs of the day at once: only one may be in progress. */
async function startOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const requests = await repeat(clients, async (index) => {
    const place = { assigned: mechanic, length: 15 };
    const { id } = await setup.appointment(serviceId, setup.today, 60 + index * 15, place);
    return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
  });
  return { name: 'start', requests, winners: 1 };
}

async function completeOnce(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(1);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nine, {
    assigned: mechanic,
    status: 'in_progress',
  });
  const requests = await repeat(clients, async () =>
    patch(mechanic.headers.cookie, id, { status: 'completed' }),
  );
  return { name: 'complete', requests, winners: 1 };
}

/** One appointment is started, cancelled and unassigned at once: the first decides what the others can do. */
async function startUnassignAndCancel(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(2);
  const [mechanic] = mechanics;
  const { id } = await setup.appointment(serviceId, setup.today, nine, { assigned: mechanic });
  const dispatcher = await setup.person('admin');
  const requests = await repeat(clients, async (index) => {
    const { cookie } = (index % 3 === 0 ? mechanic : dispatcher).headers;
    if (index % 3 === 0) return patch(cookie, id, { status: 'in_progress' });
    if (index % 3 === 1) return patch(cookie, id, { status: 'unassigned' });
    return patch(cookie, id, { status: 'cancelled', reason: 'The campaign.' });
  });
  return { name: 'start, unassign and cancel', requests, winners: null };
}

/** Everything at once on two days: bookings, assignments, changes, unassignments and cancellations. */
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

function booking(customer: Customer, serviceId: number, date: string): ContestRequest {
  return {
    cookie: customer.headers.cookie,
    method: 'POST',
    path: '/api/appointments',
    body: {
      vehicleId: customer.vehicleId,
      serviceId,
      date,
      startTime: '09:00',
      location: JSON.stringify({ address: '1 Contest Street' }),
    },
    appointmentId: null,
  };
}

function assignment(dispatcher: Person, id: number, mechanic: Person): ContestRequest {
  return patch(dispatcher.headers.cookie, id, { mechanicId: mechanic.id, status: 'confirmed' });
}

async function repeat<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
