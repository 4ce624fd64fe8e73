import { endpoints, buildPath } from '@curbwrench/contract/api/endpoints';
import type { Action } from './actions.ts';
import { appointmentRequestBuilders } from './appointment-requests.ts';
import { isOpen, needsMechanic, type Business, type Payment } from './business.ts';
import type { Step } from './scenario.ts';
import {
  findAdmin,
  pickMechanic,
  pickOfficePerson,
  pickSelfOrOfficePerson,
  pick,
  type RequestBuilder,
  type StepContext,
} from './step-context.ts';
import { workingTimeRequestBuilders } from './working-time-requests.ts';
import { participants, customerIds, mechanicIds, zips } from './start-state.ts';

/** A request and the person who makes it. */
export interface Request {
  readonly actor: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
}

/** The password of everyone in a scenario. */
export const password = 'a rubber mallet in the rain';

/** The plate number of every vehicle. */
export const plate = 'CURB 1';

/** Returns a step's request; null if the step has none, or if the record it would act on does not exist. */
export function toRequest(context: StepContext): Request | null {
  const { step } = context;
  if (step.action === 'moveClock' || step.action === 'renewPlans') return null;
  const spec = requestBuilders[step.action](context);
  if (!spec) return null;
  const [endpoint, preferredActor, id, payload] = spec;
  const chosenActor = step.actorIndex === null ? undefined : participants[step.actorIndex]?.id;
  const { method, path } = endpoints[endpoint];
  const request = {
    actor: chosenActor ?? preferredActor ?? pickOfficePerson(step.target),
    method,
    url: buildPath(path, { id, date: id }),
  };
  return payload ? { ...request, payload } : request;
}

const requestBuilders: Record<Exclude<Action, 'moveClock' | 'renewPlans'>, RequestBuilder> = {
  ...appointmentRequestBuilders,
  ...workingTimeRequestBuilders,
  changeStatus: ({ business, step }) => {
    const status = pick(['available', 'offline', 'on_job'], step.choice);
    return ['changeMechanicStatus', pickMechanic(business, step), '', { status }];
  },
  shareLocation: ({ business, step }) => {
    // Mostly shares the location; sometimes stops sharing, and sometimes changes availability too.
    const location = step.choice % 4 === 0 ? null : { lat: 37 + step.choice / 4, lng: -122 };
    const change = { location, ...(step.choice % 5 === 0 && { status: 'available' }) };
    return ['changeMechanicStatus', pickMechanic(business, step), '', change];
  },
  changeRole: ({ business, step }) => {
    const userId = pick([...mechanicIds, ...participants.map(({ id }) => id)], step.target) ?? '';
    const role = pick(['mechanic', 'customer', 'service_advisor', 'admin'], step.choice);
    return ['changeRole', findAdmin(business), userId, { userId, role }];
  },
  changeActivation: ({ business, step }) => {
    const deactivated = business.people.filter(({ active, deleted }) => !active && !deleted);
    // Mostly reactivates someone before anyone else is deactivated.
    const reactivates = deactivated.length > 0 && step.choice % 3 > 0;
    const userId = pick(reactivates ? deactivated : business.people, step.target)?.id ?? '';
    return ['changeActivation', findAdmin(business), userId, { active: reactivates }];
  },
  setWorksAsMechanic: ({ business, step }) => {
    const userId = pick(['admin-0', 'admin-1', ...mechanicIds], step.target) ?? '';
    return ['setWorksAsMechanic', findAdmin(business), userId, { works: step.choice % 3 > 0 }];
  },
  deleteAccount: ({ business: { appointments }, step }) => {
    // Mostly chooses a customer with a finished job, or a mechanic who declined one.
    const withFinishedJob = customerIds.filter((id) =>
      appointments.some((each) => each.customerId === id && !isOpen(each)),
    );
    const decliners = appointments.flatMap(({ declinedBy }) => declinedBy);
    const suitable = [decliners, withFinishedJob, withFinishedJob][step.target % 3] ?? [];
    const candidates = suitable.length > 0 ? suitable : participants.map(({ id }) => id);
    const isCorrect = step.choice % 5 > 0;
    const confirmation = { password: isCorrect ? password : `not ${password}`, code: '' };
    return ['deleteAccount', pick(candidates, step.target + step.choice), '', confirmation];
  },
  sendMessage: ({ business, step }) => {
    const personId = pick([...customerIds, ...mechanicIds, 'admin-1'], step.target) ?? '';
    // Few client ids, so that some repeat, with the same or different text.
    const number = String((Math.floor(step.slot) + step.choice) % 7).padStart(12, '0');
    const message = {
      clientId: `00000000-0000-4000-8000-${number}`,
      text: `message ${step.choice % 3}`,
    };
    return ['sendMessage', pickSelfOrOfficePerson(business, step, personId), personId, message];
  },
  readMessages: ({ business, step }) => {
    const conversation = pick(business.conversations, step.target);
    if (!conversation) return null;
    const { personId, lastNumber } = conversation;
    // Usually reads up to the last message; sometimes only the first, or one that does not exist.
    const number = step.choice === 11 ? lastNumber + 1 : step.choice % 3 === 0 ? 1 : lastNumber;
    return ['markRead', pickSelfOrOfficePerson(business, step, personId), personId, { number }];
  },
  markNotificationsRead: ({ business, step }) => {
    const notificationList = pick(business.notifications, step.target);
    if (!notificationList) return null;
    const { recipientId, ids } = notificationList;
    // Usually marks all notifications as read, but sometimes only some of them.
    const from = step.choice % 3 === 0 ? pick(ids, step.choice) : ids[0];
    return ['markNotificationsRead', recipientId, '', { from, to: ids.at(-1) }];
  },
  savePreferences: ({ step }) => [
    'saveNotificationPreferences',
    pick(participants, step.target)?.id,
    '',
    {
      appointmentReminders: true,
      mechanicUpdates: true,
      paymentReceipts: true,
      push: false,
      promotionalEmails: false,
      sms: step.choice % 2 === 0,
      newsletter: step.choice % 3 === 0,
      bookingEmails: true,
      attentionEmails: true,
      messageEmails: true,
    },
  ],
  createService: ({ business, step }) => {
    const service = {
      name: 'Service',
      description: 'What we do for this price.',
      price: `${50 + step.choice}.05`,
      duration: pick([30, 60, 90], step.target),
      skill: pick(skills, step.choice),
    };
    return ['createService', findAdmin(business), '', service];
  },
  changeService: ({ business, step }) => {
    // Mostly changes a service whose bookings are waiting for a mechanic; they must not be affected.
    const waiting = business.appointments.filter(needsMechanic).map(({ serviceId }) => serviceId);
    const id = pick(
      step.target % 4 > 0 && waiting.length > 0 ? waiting : business.services,
      step.target,
    );
    const changes = [{ price: '95.50' }, { duration: 90 }, ...skills.map((skill) => ({ skill }))];
    return id === undefined
      ? null
      : ['changeService', findAdmin(business), id, pick(changes, step.choice)];
  },
  archiveService: ({ business, step }) => {
    const id = pick(business.services, step.target);
    return id === undefined ? null : ['deleteService', findAdmin(business), id];
  },
  addVehicle: ({ step }) => {
    const customerId = pick(customerIds, step.target) ?? '';
    const vehicle = { customerId, make: 'Honda', model: 'Civic', year: 2019, plateNumber: plate };
    return ['createVehicle', customerId, '', vehicle];
  },
  changeVehicle: ({ business, step }) => {
    const vehicle = pick(business.vehicles, step.target);
    const change = pick([{ make: 'Ford' }, { isActive: false }, { isActive: true }], step.choice);
    return vehicle ? ['changeVehicle', vehicle.customerId, vehicle.id, change] : null;
  },
  archiveVehicle: ({ business, step }) => {
    const vehicle = pick(business.vehicles, step.target);
    return vehicle ? ['deleteVehicle', vehicle.customerId, vehicle.id] : null;
  },
  createArea: ({ business, step }) => [
    'createServiceArea',
    findAdmin(business),
    '',
    areaForm(step),
  ],
  changeArea: ({ business, step }) => {
    const id = pick(business.areas, step.target);
    return id === undefined ? null : ['changeServiceArea', findAdmin(business), id, areaForm(step)];
  },
  removeArea: ({ business, step }) => {
    const id = pick(business.areas, step.target);
    return id === undefined ? null : ['deleteServiceArea', findAdmin(business), id];
  },
  createPlan: ({ business, step }) => [
    'createPlan',
    findAdmin(business),
    '',
    planForm(business, step),
  ],
  changePlan: ({ business, step }) => {
    const plan = pick(business.plans, step.target);
    return plan ? ['changePlan', findAdmin(business), plan.id, planForm(business, step)] : null;
  },
  archivePlan: ({ business, step }) => {
    const plan = pick(business.plans, step.target);
    return plan ? ['archivePlan', findAdmin(business), plan.id] : null;
  },
  joinPlan: ({ business, step }) => {
    const plan = pick(business.plans, step.target);
    if (!plan) return null;
    // Sometimes requests an old version, or one that does not exist.
    const version = Math.max(1, plan.version + (pick([-1, 0, 0, 0, 0, 0, 1], step.choice) ?? 0));
    return ['joinPlan', pick(customerIds, step.target), '', { planId: plan.id, version }];
  },
  changeRenewal: ({ business, step }) => {
    const open = business.subscriptions.filter(({ hasEnded }) => !hasEnded);
    const found = pick(step.target === 11 ? business.subscriptions : open, step.target);
    const change = { renews: step.choice % 3 === 0 };
    return found ? ['changeSubscription', found.customerId, found.id, change] : null;
  },
  recordPayment: (context) => {
    const { business, step } = context;
    const found = pickPayment(context, ({ status }) => status === 'pending' || status === 'failed');
    const mechanic = step.choice % 2 === 0 ? found?.mechanicId : null;
    const method = pick(['cash', 'card_terminal', 'bank_transfer', 'other'], step.choice);
    const payload = { paymentMethod: method };
    return found && ['recordPayment', mechanic ?? findAdmin(business), found.id, payload];
  },
  failPayment: (context) => {
    const found = pickPayment(context, ({ status }) => status !== 'refunded');
    return found && ['failPayment', findAdmin(context.business), found.id];
  },
  refundPayment: (context) => {
    const found = pickPayment(context, ({ status }) => status === 'completed');
    if (!found) return null;
    // Refunds the full remaining amount, half of it, or a cent too much.
    const amounts = [found.remaining, found.remaining / 2, found.remaining + 0.01];
    const amount = Math.max(0.01, pick(amounts, context.step.choice) ?? 0).toFixed(2);
    const payload = { amount, reason: 'Sorry.' };
    return ['refundPayment', findAdmin(context.business), found.id, payload];
  },
};

const skills = ['brakes', 'engine', null];

/** Returns a suitable payment most of the time, otherwise any; null if there is none. */
function pickPayment(
  { business: { payments }, step }: StepContext,
  isSuitable: (payment: Payment) => boolean,
): Payment | null {
  return pick(step.target === 11 ? payments : payments.filter(isSuitable), step.target) ?? null;
}

function areaForm({ target, choice }: Step): object {
  // Each of the lowest bits of `choice` selects a ZIP code.
  const chosenZips = zips.filter((_, index) => (choice >> index) % 2 === 1);
  const isCircle = chosenZips.length === 0 || target % 4 === 0;
  return {
    name: 'Area',
    zips: chosenZips,
    circle: isCircle ? { lat: 37.7, lng: -122.4, radiusMiles: 10 } : null,
    days: ['mon', 'tue'],
    tripFee: pick(['0.00', '15.00', '7.50'], target),
  };
}

function planForm({ services }: Business, { target, choice }: Step): object {
  const serviceId = pick(services, target);
  const uses =
    serviceId === undefined || choice % 3 === 0 ? [] : [{ serviceId, uses: 1 + (choice % 2) }];
  const discount = pick([15, 0, 100, 10], choice) ?? 0;
  return {
    name: 'Plan',
    description: 'What this plan covers.',
    price: '30.00',
    interval: pick(['month', 'quarter', 'year'], target),
    // A plan needs a benefit: without a service it has a discount.
    discountPercent: uses.length === 0 ? discount || 5 : discount,
    services: uses,
  };
}
