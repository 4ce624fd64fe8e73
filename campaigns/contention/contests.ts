import type { Person } from '@curbwrench/testing/builders';
import type { Arena, Customer } from './arena.ts';
import { patch, type Contest, type Shot } from './contest.ts';

type Maker = (arena: Arena, clients: number) => Promise<Contest>;

/** Every kind of contest, for any number of clients. */
export const contests: readonly Maker[] = [
  bookTheLastSlot,
  bookWhereAHoldMustMove,
  assignOneMechanic,
  assignOneAppointment,
  moveToOneSlot,
  moveAcross,
  cancelOnce,
  startOnce,
  completeOnce,
  pullApart,
  storm,
];

const nine = 9 * 60;

async function bookTheLastSlot(arena: Arena, clients: number): Promise<Contest> {
  const { serviceId } = await arena.crew(1);
  const shots = await times(clients, async () =>
    booking(await arena.customer(), serviceId, arena.date(1)),
  );
  return { name: 'book the last slot', shots, winners: 1 };
}

/** Two can be booked, the second only if an existing hold moves to its other mechanic. */
async function bookWhereAHoldMustMove(arena: Arena, clients: number): Promise<Contest> {
  const { skill, serviceId } = await arena.crew(1);
  const other = `${skill}-other`;
  const both = await arena.mechanic([skill, other]);
  await arena.mechanic([other]);
  const otherService = await arena.service(other);
  await arena.appointment(otherService, arena.date(2), nine, { held: both });
  const shots = await times(clients, async () =>
    booking(await arena.customer(), serviceId, arena.date(2)),
  );
  return { name: 'book, moving a hold', shots, winners: Math.min(2, clients) };
}

/** As many requests for one hour as mechanics, all of them assigned to the same one. */
async function assignOneMechanic(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(clients);
  const desk = await arena.person('service_advisor');
  const shots = await times(clients, async (index) => {
    const held = mechanics[index] ?? mechanics[0];
    const { id } = await arena.appointment(serviceId, arena.date(3), nine, { held });
    return assignment(desk, id, mechanics[0]);
  });
  return { name: 'assign one mechanic', shots, winners: 1 };
}

/** Several advisors assign one appointment to different mechanics: the last one counts. */
async function assignOneAppointment(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(Math.min(clients, 8));
  const { id } = await arena.appointment(serviceId, arena.date(4), nine, { held: mechanics[0] });
  const shots = await times(clients, async (index) => {
    const mechanic = mechanics[index % mechanics.length] ?? mechanics[0];
    return assignment(await arena.person('admin'), id, mechanic);
  });
  return { name: 'assign one appointment', shots, winners: clients, mayRepeat: true };
}

/** Customers of other days and hours all reschedule to the one available slot. */
async function moveToOneSlot(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(1);
  const to = { date: arena.date(0), startTime: '09:00' };
  const shots = await times(clients, async (index) => {
    const date = arena.date(1 + Math.floor(index / 10));
    const from = (8 + (index % 10)) * 60;
    const { id, customer } = await arena.appointment(serviceId, date, from, { held: mechanics[0] });
    return patch(customer.headers.cookie, id, to);
  });
  return { name: 'reschedule to one slot', shots, winners: 1 };
}

/** Two days are exchanged: there is room for all, and each change needs both days. */
async function moveAcross(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(Math.ceil(clients / 10));
  const days = [arena.date(5), arena.date(6)];
  const shots = await times(clients, async (index) => {
    const [from, to] = index % 2 === 0 ? days : days.toReversed();
    const seat = Math.floor(index / 2);
    const held = mechanics[Math.floor(seat / 5)] ?? mechanics[0];
    const hour = 8 + (seat % 5);
    const { id, customer } = await arena.appointment(serviceId, from ?? '', hour * 60, { held });
    const startTime = `${String(hour + 5).padStart(2, '0')}:00`;
    return patch(customer.headers.cookie, id, { date: to, startTime });
  });
  return { name: 'reschedule across days', shots, winners: clients };
}

async function cancelOnce(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(1);
  const { id, customer } = await arena.appointment(serviceId, arena.date(7), nine, {
    assigned: mechanics[0],
  });
  const desk = await arena.person('service_advisor');
  const shots = await times(clients, async (index) =>
    patch((index % 2 === 0 ? customer : desk).headers.cookie, id, { status: 'cancelled' }),
  );
  return { name: 'cancel', shots, winners: 1 };
}

/** One mechanic starts every job of the day at once: one at a time. */
async function startOnce(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(1);
  const [mechanic] = mechanics;
  const shots = await times(clients, async (index) => {
    const place = { assigned: mechanic, length: 15 };
    const { id } = await arena.appointment(serviceId, arena.today, 60 + index * 15, place);
    return patch(mechanic.headers.cookie, id, { status: 'in_progress' });
  });
  return { name: 'start', shots, winners: 1 };
}

async function completeOnce(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(1);
  const [mechanic] = mechanics;
  const { id } = await arena.appointment(serviceId, arena.today, nine, {
    assigned: mechanic,
    status: 'in_progress',
  });
  const shots = await times(clients, async () =>
    patch(mechanic.headers.cookie, id, { status: 'completed' }),
  );
  return { name: 'complete', shots, winners: 1 };
}

/** Started, cancelled and unassigned at once: the first decides what the others can do. */
async function pullApart(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(2);
  const [mechanic] = mechanics;
  const { id } = await arena.appointment(serviceId, arena.today, nine, { assigned: mechanic });
  const desk = await arena.person('admin');
  const shots = await times(clients, async (index) => {
    const { cookie } = (index % 3 === 0 ? mechanic : desk).headers;
    if (index % 3 === 0) return patch(cookie, id, { status: 'in_progress' });
    if (index % 3 === 1) return patch(cookie, id, { status: 'unassigned' });
    return patch(cookie, id, { status: 'cancelled', reason: 'The campaign.' });
  });
  return { name: 'start, unassign and cancel', shots, winners: null };
}

/** Everything at once on two days: bookings, assignments, changes, unassignments and cancellations. */
async function storm(arena: Arena, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await arena.crew(2);
  const desk = await arena.person('admin');
  const days = [arena.date(8), arena.date(9)];
  const there = await times(8, async (index) => {
    const held = mechanics[index % 2] ?? mechanics[0];
    const hour = 8 + Math.floor(index / 4);
    return arena.appointment(serviceId, days[Math.floor(index / 2) % 2] ?? '', hour * 60, { held });
  });
  const shots = await times(clients, async (index): Promise<Shot> => {
    const one = there[index % there.length] ?? there[0];
    const date = days[index % 2] ?? '';
    if (!one || index % 5 === 0) return booking(await arena.customer(), serviceId, date);
    const { cookie } = desk.headers;
    if (index % 5 === 1) return assignment(desk, one.id, mechanics[index % 2] ?? mechanics[0]);
    if (index % 5 === 2) return patch(cookie, one.id, { date, startTime: '09:00' });
    if (index % 5 === 3) return patch(cookie, one.id, { status: 'unassigned' });
    return patch(one.customer.headers.cookie, one.id, { status: 'cancelled' });
  });
  return { name: 'everything at once', shots, winners: null, mayRepeat: true };
}

function booking(customer: Customer, serviceId: number, date: string): Shot {
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

function assignment(desk: Person, id: number, mechanic: Person): Shot {
  return patch(desk.headers.cookie, id, { mechanicId: mechanic.id, status: 'confirmed' });
}

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
