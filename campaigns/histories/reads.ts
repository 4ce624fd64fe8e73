import { clockText } from '../time/wall-clock.ts';
import { fail } from './disagreement.ts';
import { couldAssign, slotIs, statusOf, wantOf } from './day.ts';
import { answerFor, areaOf } from './area-rules.ts';
import { unreadOf } from './conversation-rules.ts';
import {
  activeMechanics,
  isDesk,
  isOpen,
  type Model,
  type ModelAppointment,
  type ModelPayment,
  type ModelPerson,
} from './model.ts';
import { revenueOf } from './payment-rules.ts';
import { isOver, openOf, usesLeft } from './plan-rules.ts';
import type { Stage } from './stage.ts';
import { cast, customerIds, zips } from './world.ts';

const statuses = [
  'pending',
  'unassigned',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
] as const;

/**
 * Compares what people are shown with the model: all slots of a day for a service, who could be
 * assigned, and somebody's counts; another service and reader each turn.
 */
export async function checkReads(
  stage: Stage,
  setting: number,
  model: Model,
  look: { readonly turn: number; readonly date: string; readonly about: number | null },
): Promise<{ slots: number; candidates: number }> {
  const read = async <T>(reader: string, url: string): Promise<T> => {
    const cookie = stage.cookieOf(setting, reader);
    const answer = await stage.app(setting).app.inject({ url, headers: { cookie } });
    if (answer.statusCode !== 200) fail(`${url} as ${reader}: ${answer.statusCode} ${answer.body}`);
    return answer.json<T>();
  };
  const slots = await checkSlots(read, model, look.turn, look.date);
  await checkCounts(read, model, look.turn);
  await checkTerms(read, model, look.turn);
  await checkPosition(read, model, look.turn);
  const candidates = await checkCandidates(read, model, look.about);
  return { slots, candidates };
}

type Read = <T>(reader: string, url: string) => Promise<T>;

/** Showing slots and booking ask the same function, and it is exact. */
async function checkSlots(read: Read, model: Model, turn: number, date: string): Promise<number> {
  const sold = [...model.services.values()].filter(({ archived }) => !archived);
  const service = sold[turn % sold.length];
  if (!service) return 0;
  const asker = model.people.get('customer-0');
  const role = asker?.active ? asker.role : undefined;
  const slots = await read<{ startTime: string; available: boolean; reason: string | null }[]>(
    'customer-0',
    `/api/slots?date=${date}&serviceId=${service.id}`,
  );
  if (slots.length !== 10) fail(`${date} has ${slots.length} slots`);
  for (const [index, slot] of slots.entries()) {
    const from = (8 + index) * 60;
    if (slot.startTime !== clockText(from)) fail(`slot ${index} starts at ${slot.startTime}`);
    const open = slotIs(model, date, from, service, role) === 'open';
    if (slot.available !== open) {
      fail(
        `${date} ${slot.startTime} for ${JSON.stringify(service)} is shown ${slot.reason ?? 'free'}`,
      );
    }
    if (!slot.available && !slot.reason)
      fail(`${date} ${slot.startTime} is closed without a reason`);
  }
  return slots.length;
}

/** Counts are exact for the reader. */
async function checkCounts(read: Read, model: Model, turn: number): Promise<void> {
  const reader = cast[turn % cast.length];
  const person = model.people.get(reader?.id ?? '');
  if (!person?.active) return;
  const mine = (each: ModelAppointment): boolean =>
    isDesk(person.role) ||
    (person.role === 'mechanic' ? each.mechanicId : each.customerId) === person.id;
  const seen = [...model.appointments.values()].filter(mine);
  const wanted = statuses.map((status) => seen.filter((each) => each.status === status).length);
  const counts = await read<Record<string, number>>(person.id, '/api/appointments/counts');
  const counted = statuses.map((status) => counts[status]);
  if (counted.join() !== wanted.join()) {
    fail(`${person.id} counts ${counted.join()} instead of ${wanted.join()} (${statuses.join()})`);
  }
  await checkMoney(read, model, person, mine);
  const bell = person.bell.filter((line) => !line.read).length;
  const rung = await read<{ unread: number }>(person.id, '/api/notifications/count');
  if (rung.unread !== bell) fail(`${person.id}'s bell counts ${rung.unread}, not ${bell}`);
  const [conversations, messages] = unreadOf(model, person);
  const unread = await read<{ conversations: number; messages: number }>(
    person.id,
    '/api/conversations/counts',
  );
  if (unread.conversations !== conversations || unread.messages !== messages) {
    fail(`${person.id} is told ${JSON.stringify(unread)}, not ${conversations} and ${messages}`);
  }
}

/** Payments by their status, and what came in net of refunds, exact for the reader. */
async function checkMoney(
  read: Read,
  model: Model,
  person: ModelPerson,
  mine: (each: ModelAppointment) => boolean,
): Promise<void> {
  const payments = [...model.payments.values()].filter((payment) => {
    const job = model.appointments.get(payment.appointmentId ?? 0);
    if (person.role === 'customer') return payment.customerId === person.id;
    return isDesk(person.role) || (job !== undefined && mine(job));
  });
  const count = (status: ModelPayment['status']): number =>
    payments.filter((payment) => payment.status === status).length;
  const wanted = {
    totalRevenue: revenueOf(payments),
    completed: count('completed'),
    pending: count('pending'),
    failed: count('failed'),
    refunded: count('refunded'),
  };
  const summary = await read<typeof wanted>(person.id, '/api/payments/summary');
  if (JSON.stringify(summary) !== JSON.stringify(wanted)) {
    fail(`${person.id}'s payments are ${JSON.stringify(summary)}, not ${JSON.stringify(wanted)}`);
  }
}

/** Dispatch sees where a mechanic is, the customer from the departure on and no earlier place. */
async function checkPosition(read: Read, model: Model, turn: number): Promise<void> {
  const ahead = [...model.appointments.values()].filter(
    ({ status }) => status === 'confirmed' || status === 'in_progress',
  );
  const job = ahead[turn % ahead.length];
  const place = model.people.get(job?.mechanicId ?? '')?.work?.place;
  if (!job || !place) return;
  const customer = model.people.get(job.customerId);
  const since = job.status === 'in_progress' && place.told >= (job.startedAt ?? Infinity);
  const readers: [string, boolean][] = [[deskOf(model), true]];
  if (customer?.active && customer.role === 'customer') readers.push([customer.id, since]);
  for (const [reader, sees] of readers) {
    const url = `/api/appointments/${job.id}/tracking`;
    const { position } = await read<{ position: { lat: number } | null }>(reader, url);
    const wanted = sees ? place.lat : undefined;
    if (position?.lat !== wanted) fail(`${reader} sees ${position?.lat}, not ${wanted}`);
  }
}

/** What the booking summary says of a plan and an address is what they do. */
async function checkTerms(read: Read, model: Model, turn: number): Promise<void> {
  const zip = zips[turn % zips.length] ?? zips[0];
  const area = await read<{ answer: string; area: { id: number; callOutFee: string } | null }>(
    'customer-0',
    `/api/service-areas/answer?zip=${zip}`,
  );
  const [id = null, terms] = areaOf(model, zip) ?? [];
  const wanted = [answerFor(model, zip), id, terms?.fee ?? null];
  const said = [area.answer, area.area?.id ?? null, area.area?.callOutFee ?? null];
  if (said.join() !== wanted.join())
    fail(`${zip} is answered ${said.join()}, not ${wanted.join()}`);

  const customerId = customerIds[turn % customerIds.length] ?? '';
  const [plan] = await read<{ id: number; services: { serviceId: number; left: number }[] }[]>(
    deskOf(model),
    `/api/subscriptions?customerId=${customerId}`,
  );
  const open = openOf(model, customerId);
  const had = open && !isOver(model, open) ? open : undefined;
  if (plan?.id !== had?.id) fail(`${customerId} is shown the plan ${plan?.id}, not ${had?.id}`);
  for (const { serviceId, left } of plan?.services ?? []) {
    const uses = had ? usesLeft(model, had, serviceId) : 0;
    if (left !== uses) fail(`${customerId} is shown ${left} uses of ${serviceId}, not ${uses}`);
  }
}

/** The dialog's offers are what assigning would accept, and each mechanic's status is shown. */
async function checkCandidates(read: Read, model: Model, about: number | null): Promise<number> {
  const appointment = model.appointments.get(about ?? 0);
  if (!appointment || !isOpen(appointment) || appointment.status === 'in_progress') return 0;
  const offers = await read<{ mechanic: { id: string }; status: string; free: boolean }[]>(
    deskOf(model),
    `/api/appointments/${appointment.id}/candidates`,
  );
  const active = activeMechanics(model);
  if (offers.length !== active.length) fail(`${offers.length} candidates of ${active.length}`);
  for (const { mechanic, status, free } of offers) {
    const { id, date } = appointment;
    const could = couldAssign(model, date, wantOf(model, appointment), mechanic.id, id);
    if (free !== could)
      fail(`${mechanic.id} is offered for ${id} as ${free ? 'free' : 'not free'}`);
    const shown = statusOf(model, mechanic.id);
    if (status !== shown) fail(`${mechanic.id} is shown as ${status}, not ${shown}`);
  }
  return offers.length;
}

function deskOf(model: Model): string {
  const found = [...model.people.values()].find(({ role, active }) => active && isDesk(role));
  if (!found) throw new Error('Nobody is at the desk.');
  return found.id;
}
