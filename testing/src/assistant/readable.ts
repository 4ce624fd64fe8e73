import type { Appointment } from '@curbwrench/contract/appointments';
import type { Stats } from '@curbwrench/contract/business';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { Payment, PaymentDetail, PaymentSummary } from '@curbwrench/contract/payments';
import type { Mechanic, User } from '@curbwrench/contract/people';
import { priceOf } from '@curbwrench/contract/price';
import type { Plan } from '@curbwrench/contract/plans';
import type { Role } from '@curbwrench/contract/roles';
import type { ServiceArea } from '@curbwrench/contract/service-areas';
import type { Service } from '@curbwrench/contract/services';
import type { Subscription } from '@curbwrench/contract/subscriptions';
import type { Vehicle } from '@curbwrench/contract/vehicles';
import { instantOf, localTime } from '@curbwrench/server/application/rules/business-time';
import type { Person } from '../builders.ts';
import { send } from '../requests.ts';
import type { AssistantWorld } from './world.ts';

/** Everything that a person may be told: the answers of every reading call that they may make. */
export interface Readable {
  readonly role: Role;
  readonly today: string;
  readonly timeZone: string;
  readonly services: readonly Service[];
  readonly appointments: readonly Appointment[];
  readonly vehicles: readonly Vehicle[];
  readonly payments: readonly (Payment | PaymentDetail)[];
  readonly summary: PaymentSummary | null;
  readonly mechanics: readonly Mechanic[];
  readonly users: readonly User[];
  readonly plans: readonly Plan[];
  /** The asker's own, or every customer's for those who dispatch. */
  readonly subscriptions: readonly Subscription[];
  readonly areas: readonly ServiceArea[];
  readonly stats: Stats | null;
  /** All of it as one text, dates and times also as people write them. */
  readonly text: string;
}

/** Asks every reading call as this person; what they may not read is left out. */
export async function readableBy(world: AssistantWorld, person: Person): Promise<Readable> {
  const bodies: string[] = [];
  const read = async <T>(url: string, none: T): Promise<T> => {
    const answer = await send(world, person, 'GET', url);
    if (answer.statusCode !== 200) return none;
    bodies.push(answer.body);
    return answer.json<T>();
  };
  const { business, clock } = world;
  const appointments = await read<Appointment[]>('/api/appointments?limit=100', []);
  const payments = await read<Payment[]>('/api/payments?limit=100', []);
  const users = await read<User[]>('/api/users?limit=100', []);
  const customers = users.filter(({ role }) => role === 'customer');
  const ofCustomers = person.role === 'customer' ? [''] : customers.map(({ id }) => id);
  const subscriptions: Subscription[] = [];
  for (const id of ofCustomers) {
    const query = id && `?customerId=${id}`;
    subscriptions.push(...(await read<Subscription[]>(`/api/subscriptions${query}`, [])));
  }
  const details: (Payment | PaymentDetail)[] = [];
  for (const payment of payments) {
    details.push(await read<Payment | PaymentDetail>(`/api/payments/${payment.id}`, payment));
  }
  for (const { id } of appointments) await read(`/api/appointments/${id}`, null);
  const threads = await read<{ id: string }[]>('/api/conversations', []);
  for (const { id } of [...threads, person]) await read(`/api/conversations/${id}/messages`, null);
  const known = {
    role: person.role,
    today: localTime(clock.now(), business.timeZone).date,
    timeZone: business.timeZone,
    services: await read<Service[]>('/api/services', []),
    appointments,
    vehicles: await read<Vehicle[]>('/api/vehicles', []),
    payments: details,
    summary: await read<PaymentSummary | null>('/api/payments/summary', null),
    mechanics: await read<Mechanic[]>('/api/mechanics', []),
    users,
    plans: await read<Plan[]>('/api/plans', []),
    subscriptions,
    areas: await read<ServiceArea[]>('/api/service-areas', []),
    stats: await read<Stats | null>('/api/admin/stats', null),
  };
  await read('/api/business', null);
  await read('/api/auth/user', null);
  const text = bodies.join('\n');
  return { ...known, text: [text, ...asWritten(known, text)].join('\n') };
}

/** A customer may cancel until then, by the terms kept with the appointment. */
export function cutOffOf(
  { date, startTime, cancelUntilHours }: Appointment,
  timeZone: string,
): string {
  const start = instantOf(date, startTime, timeZone).getTime();
  return localTime(new Date(start - cancelUntilHours * 3_600_000), timeZone).date;
}

/** A date, or the day of an instant in the business's zone, as the screens write it. */
export function writtenDay(at: string, timeZone: string): string {
  return displayDate(at.includes('T') ? localTime(new Date(at), timeZone).date : at);
}

/** Dates and times of the replies, as an answer writes them. */
function asWritten(known: Omit<Readable, 'text'>, text: string): string[] {
  const { timeZone } = known;
  return [
    displayDate(known.today),
    ...[...text.matchAll(/"(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?)"/g)].map(([, at = '']) =>
      writtenDay(at, timeZone),
    ),
    ...[...text.matchAll(/"(\d{2}:\d{2})"/g)].map(([, time = '']) => twelveHour(time)),
    ...known.appointments.map((each) => displayDate(cutOffOf(each, timeZone))),
  ];
}

/** What a booking of it would charge the asker, but for a call-out fee. */
export function chargedFor(
  service: Pick<Readable['services'][number], 'id' | 'price'>,
  { role, subscriptions }: Readable,
): string {
  const plan = role === 'customer' ? subscriptions.find(({ active }) => active) : undefined;
  const benefit = plan && {
    usesLeft: plan.services.find(({ serviceId }) => serviceId === service.id)?.left ?? 0,
    discountPercent: plan.discountPercent,
  };
  return priceOf({ servicePrice: service.price, benefit: benefit ?? null, callOutFee: null })
    .service;
}
