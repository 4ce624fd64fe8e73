import { calls, pathOf } from '@curbwrench/contract/api/calls';
import { appointmentChoices } from './appointment-requests.ts';
import { isOpen, isWaiting, type Business, type Payment } from './business.ts';
import type { Step } from './history.ts';
import { adminOf, office, pick, type Choice, type Situation } from './situation.ts';
import { cast, customerIds, mechanicIds, zips } from './world.ts';

/** A request and the person who makes it. */
export interface Request {
  readonly actor: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
}

/** The password of everyone in a history. */
export const password = 'a rubber mallet in the rain';

/** The same for every car. */
export const plate = 'CURB 1';

/** Returns the request of a step; null if it has no object. */
export function requestOf(situation: Situation): Request | null {
  const { step } = situation;
  if (step.does === 'clock' || step.does === 'renew') return null;
  const chosen = choices[step.does](situation);
  if (!chosen) return null;
  const [call, fit, id, payload] = chosen;
  const anybody = step.by === null ? undefined : cast[step.by]?.id;
  const { method, path } = calls[call];
  const request = {
    actor: anybody ?? fit ?? office(step.which),
    method,
    url: pathOf(path, { id }),
  };
  return payload ? { ...request, payload } : request;
}

const choices: Record<Exclude<Step['does'], 'clock' | 'renew'>, Choice> = {
  ...appointmentChoices,
  status: ({ business, step }) => {
    const status = pick(['available', 'offline', 'on_job'], step.other);
    return ['changeMechanicStatus', workerOf(business, step), '', { status }];
  },
  place: ({ business, step }) => {
    // Mostly a position; sometimes with the switch, or no longer shared.
    const location = step.other % 4 === 0 ? null : { lat: 37 + step.other / 4, lng: -122 };
    const change = { location, ...(step.other % 5 === 0 && { status: 'available' }) };
    return ['changeMechanicStatus', workerOf(business, step), '', change];
  },
  role: ({ business, step }) => {
    const userId = pick([...mechanicIds, ...cast.map(({ id }) => id)], step.which) ?? '';
    const role = pick(['mechanic', 'customer', 'service_advisor', 'admin'], step.other);
    return ['changeRole', adminOf(business), userId, { userId, role }];
  },
  standing: ({ business, step }) => {
    const off = business.people.filter(({ active, deleted }) => !active && !deleted);
    // Mostly a deactivated person is reactivated before another is deactivated.
    const back = off.length > 0 && step.other % 3 > 0;
    const userId = pick(back ? off : business.people, step.which)?.id ?? '';
    return ['changeActivation', adminOf(business), userId, { active: back }];
  },
  mechanicWork: ({ business, step }) => {
    const userId = pick(['admin-0', 'admin-1', ...mechanicIds], step.which) ?? '';
    return ['changeMechanicWork', adminOf(business), userId, { works: step.other % 3 > 0 }];
  },
  deleteAccount: ({ business: { appointments }, step }) => {
    // Mostly a customer whose jobs are over, or a mechanic who declined one.
    const done = customerIds.filter((id) =>
      appointments.some((each) => each.customerId === id && !isOpen(each)),
    );
    const quit = appointments.flatMap(({ declinedBy }) => declinedBy);
    const suits = [quit, done, done][step.which % 3] ?? [];
    const among = suits.length > 0 ? suits : cast.map(({ id }) => id);
    const isProven = step.other % 5 > 0;
    const proof = { password: isProven ? password : `not ${password}`, code: '' };
    return ['deleteAccount', pick(among, step.which + step.other), '', proof];
  },
  send: ({ business, step }) => {
    const personId = pick([...customerIds, ...mechanicIds, 'admin-1'], step.which) ?? '';
    // Few client ids, so that some repeat: with the same text, or another.
    const number = String((Math.floor(step.slot) + step.other) % 7).padStart(12, '0');
    const message = {
      clientId: `00000000-0000-4000-8000-${number}`,
      text: `words ${step.other % 3}`,
    };
    return ['sendMessage', personOrOffice(business, step, personId), personId, message];
  },
  read: ({ business, step }) => {
    const conversation = pick(business.conversations, step.which);
    if (!conversation) return null;
    const { personId, last } = conversation;
    // Mostly all of it; sometimes an earlier message, or one that does not exist.
    const number = step.other === 11 ? last + 1 : step.other % 3 === 0 ? 1 : last;
    return ['markRead', personOrOffice(business, step, personId), personId, { number }];
  },
  readBell: ({ business, step }) => {
    const notified = pick(business.notifications, step.which);
    if (!notified) return null;
    const { recipientId, ids } = notified;
    // Mostly all that were shown, sometimes a part.
    const from = step.other % 3 === 0 ? pick(ids, step.other) : ids[0];
    return ['readNotifications', recipientId, '', { from, to: ids.at(-1) }];
  },
  preferences: ({ step }) => [
    'saveNotificationPreferences',
    pick(cast, step.which)?.id,
    '',
    {
      appointmentReminders: true,
      mechanicUpdates: true,
      paymentReceipts: true,
      push: false,
      promotionalEmails: false,
      sms: step.other % 2 === 0,
      newsletter: step.other % 3 === 0,
    },
  ],
  createService: ({ business, step }) => {
    const offer = {
      name: 'Service',
      description: 'What we do for this price.',
      price: `${50 + step.other}.05`,
      duration: pick([30, 60, 90], step.which),
      skill: pick(skills, step.other),
    };
    return ['createService', adminOf(business), '', offer];
  },
  changeService: ({ business, step }) => {
    // Mostly one that a customer waits for: existing bookings must stay.
    const asked = business.appointments.filter(isWaiting).map(({ serviceId }) => serviceId);
    const id = pick(step.which % 4 > 0 && asked.length > 0 ? asked : business.services, step.which);
    const changes = [{ price: '95.50' }, { duration: 90 }, ...skills.map((skill) => ({ skill }))];
    return id === undefined
      ? null
      : ['changeService', adminOf(business), id, pick(changes, step.other)];
  },
  archiveService: ({ business, step }) => {
    const id = pick(business.services, step.which);
    return id === undefined ? null : ['deleteService', adminOf(business), id];
  },
  addVehicle: ({ step }) => {
    const customerId = pick(customerIds, step.which) ?? '';
    const car = { customerId, make: 'Honda', model: 'Civic', year: 2019, plateNumber: plate };
    return ['createVehicle', customerId, '', car];
  },
  changeVehicle: ({ business, step }) => {
    const vehicle = pick(business.vehicles, step.which);
    const change = pick([{ make: 'Ford' }, { isActive: false }, { isActive: true }], step.other);
    return vehicle ? ['changeVehicle', vehicle.customerId, vehicle.id, change] : null;
  },
  archiveVehicle: ({ business, step }) => {
    const vehicle = pick(business.vehicles, step.which);
    return vehicle ? ['deleteVehicle', vehicle.customerId, vehicle.id] : null;
  },
  createArea: ({ business, step }) => ['createServiceArea', adminOf(business), '', areaForm(step)],
  changeArea: ({ business, step }) => {
    const id = pick(business.areas, step.which);
    return id === undefined ? null : ['changeServiceArea', adminOf(business), id, areaForm(step)];
  },
  removeArea: ({ business, step }) => {
    const id = pick(business.areas, step.which);
    return id === undefined ? null : ['deleteServiceArea', adminOf(business), id];
  },
  createPlan: ({ business, step }) => [
    'createPlan',
    adminOf(business),
    '',
    planForm(business, step),
  ],
  changePlan: ({ business, step }) => {
    const plan = pick(business.plans, step.which);
    return plan ? ['changePlan', adminOf(business), plan.id, planForm(business, step)] : null;
  },
  archivePlan: ({ business, step }) => {
    const plan = pick(business.plans, step.which);
    return plan ? ['archivePlan', adminOf(business), plan.id] : null;
  },
  join: ({ business, step }) => {
    const plan = pick(business.plans, step.which);
    if (!plan) return null;
    // Sometimes an old version, or one that will never exist.
    const version = Math.max(1, plan.version + (pick([-1, 0, 0, 0, 0, 0, 1], step.other) ?? 0));
    return ['joinPlan', pick(customerIds, step.which), '', { planId: plan.id, version }];
  },
  stay: ({ business, step }) => {
    const open = business.subscriptions.filter(({ ended }) => !ended);
    const found = pick(step.which === 11 ? business.subscriptions : open, step.which);
    const change = { renews: step.other % 3 === 0 };
    return found ? ['changeSubscription', found.customerId, found.id, change] : null;
  },
  record: (situation) => {
    const { business, step } = situation;
    const found = paymentOf(situation, ({ status }) => status === 'pending' || status === 'failed');
    const mechanic = step.other % 2 === 0 ? found?.mechanicId : null;
    const method = pick(['cash', 'card_terminal', 'bank_transfer', 'other'], step.other);
    const payload = { paymentMethod: method };
    return found && ['recordPayment', mechanic ?? adminOf(business), found.id, payload];
  },
  fail: (situation) => {
    const found = paymentOf(situation, ({ status }) => status !== 'refunded');
    return found && ['failPayment', adminOf(situation.business), found.id];
  },
  refund: (situation) => {
    const found = paymentOf(situation, ({ status }) => status === 'completed');
    if (!found) return null;
    // All that is left, a part of it, or a cent more than there is.
    const sums = [found.left, found.left / 2, found.left + 0.01];
    const amount = Math.max(0.01, pick(sums, situation.step.other) ?? 0).toFixed(2);
    const payload = { amount, reason: 'Sorry.' };
    return ['refundPayment', adminOf(situation.business), found.id, payload];
  },
};

const skills = ['brakes', 'engine', null];

/** Returns mostly a payment that suits the step, sometimes any. */
function paymentOf(
  { business: { payments }, step }: Situation,
  suits: (payment: Payment) => boolean,
): Payment | null {
  return pick(step.which === 11 ? payments : payments.filter(suits), step.which) ?? null;
}

function personOrOffice(business: Business, step: Step, personId: string): string {
  if (step.other % 2 === 0) return personId;
  const there = business.people.filter(
    ({ role, active }) => active && (role === 'service_advisor' || role === 'admin'),
  );
  return pick(there, step.other)?.id ?? office(step.other);
}

function workerOf({ mechanics }: Business, step: Step): string | undefined {
  return pick(mechanics.length > 0 ? mechanics : mechanicIds, step.which);
}

function areaForm({ which, other }: Step): object {
  const some = zips.filter((_, index) => (other >> index) % 2 === 1);
  const isCircle = some.length === 0 || which % 4 === 0;
  return {
    name: 'Area',
    zips: some,
    circle: isCircle ? { lat: 37.7, lng: -122.4, radiusMiles: 10 } : null,
    days: ['mon', 'tue'],
    callOutFee: pick(['0.00', '15.00', '7.50'], which),
  };
}

function planForm({ services }: Business, { which, other }: Step): object {
  const serviceId = pick(services, which);
  const uses =
    serviceId === undefined || other % 3 === 0 ? [] : [{ serviceId, uses: 1 + (other % 2) }];
  const discount = pick([15, 0, 100, 10], other) ?? 0;
  return {
    name: 'Plan',
    description: 'What it is good for.',
    price: '30.00',
    interval: pick(['month', 'quarter', 'year'], which),
    // A plan needs a benefit: without a service it has a discount.
    discountPercent: uses.length === 0 ? discount || 5 : discount,
    services: uses,
  };
}
