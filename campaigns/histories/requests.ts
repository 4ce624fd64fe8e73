import { calls, pathOf, type CallName } from '@curbwrench/contract/calls';
import { clockText } from '../time/wall-clock.ts';
import { addressWith } from './booking-rules.ts';
import type { Command } from './command.ts';
import type { AreaTerms, PlanTerms } from './model.ts';
import { plate } from './rules.ts';

/** The call by which each command is made; `unmodelled.ts` has the reasons for those that aren't here. */
export const callOf = {
  book: 'bookAppointment',
  assign: 'changeAppointment',
  unassign: 'changeAppointment',
  reschedule: 'changeAppointment',
  cancel: 'changeAppointment',
  start: 'changeAppointment',
  arrive: 'changeAppointment',
  complete: 'changeAppointment',
  notes: 'changeAppointment',
  status: 'changeMechanicStatus',
  role: 'changeRole',
  standing: 'changeStanding',
  mechanicWork: 'changeMechanicWork',
  deleteAccount: 'deleteAccount',
  createService: 'createService',
  changeService: 'changeService',
  archiveService: 'deleteService',
  addVehicle: 'createVehicle',
  changeVehicle: 'changeVehicle',
  archiveVehicle: 'deleteVehicle',
  createArea: 'createServiceArea',
  changeArea: 'changeServiceArea',
  removeArea: 'deleteServiceArea',
  createPlan: 'createPlan',
  changePlan: 'changePlan',
  archivePlan: 'archivePlan',
  join: 'joinPlan',
  stay: 'changeSubscription',
  record: 'recordPayment',
  fail: 'failPayment',
  refund: 'refundPayment',
  send: 'sendMessage',
  read: 'markRead',
  readBell: 'readNotifications',
  preferences: 'saveNotificationPreferences',
} as const satisfies Record<Command['kind'], CallName>;

/** What everyone of a history signs in with. */
export const password = 'a rubber mallet in the rain';

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
}

/** The request that a command is. */
export function requestOf(command: Command): Request {
  const { method, path } = calls[callOf[command.kind]];
  const url = pathOf(path, { id: subjectOf(command) });
  const payload = payloadOf(command);
  return payload ? { method, url, payload } : { method, url };
}

function subjectOf(command: Command): string | number {
  if ('id' in command) return command.id;
  if ('personId' in command) return command.personId;
  return 'userId' in command ? command.userId : '';
}

function payloadOf(command: Command): object | null {
  switch (command.kind) {
    case 'book':
      return {
        customerId: command.customerId,
        vehicleId: command.vehicleId,
        serviceId: command.serviceId,
        date: command.date,
        startTime: clockText(command.from),
        location: JSON.stringify({ address: addressWith(command.zip) }),
        notes: 'from the campaign',
        ...(command.shownPrice !== null && { shownPrice: command.shownPrice }),
        ...(command.confirmed && { confirmOverlap: true }),
      };
    case 'assign':
      return { mechanicId: command.mechanicId, status: 'confirmed' };
    case 'unassign':
      return { status: 'unassigned', reason: command.reason };
    case 'reschedule':
      return {
        date: command.date,
        startTime: clockText(command.from),
        ...(command.confirmed && { confirmOverlap: true }),
      };
    case 'cancel':
      return { status: 'cancelled', reason: command.reason };
    case 'start':
      return { status: 'in_progress' };
    case 'arrive':
      return { arrived: true };
    case 'complete':
      return { status: 'completed' };
    case 'notes':
      return { notes: command.notes };
    case 'status': {
      const { status, place } = command;
      const location = place === undefined || place === null ? place : { lat: place, lng: -122 };
      return { ...(status && { status }), ...(location !== undefined && { location }) };
    }
    case 'role':
      return { userId: command.userId, role: command.role };
    case 'standing':
      return { active: command.active };
    case 'mechanicWork':
      return { works: command.works };
    case 'deleteAccount':
      return { password: command.isProven ? password : `not ${password}`, code: '' };
    case 'createService':
      return { name: 'Service', description: 'What we do for this price.', ...command.offer };
    case 'changeService':
    case 'changeVehicle':
      return command.change;
    case 'addVehicle': {
      const { customerId } = command;
      return { customerId, make: 'Honda', model: 'Civic', year: 2019, plateNumber: plate };
    }
    case 'createArea':
    case 'changeArea':
      return areaForm(command.terms);
    case 'createPlan':
    case 'changePlan':
      return planForm(command.terms);
    case 'join':
      return { planId: command.planId, version: command.version };
    case 'stay':
      return { renews: command.renews };
    case 'record':
      return { paymentMethod: command.method };
    case 'refund':
      return { amount: command.amount, reason: command.reason };
    case 'send':
      return { clientId: command.clientId, text: command.text };
    case 'read':
      return { number: command.number };
    case 'readBell':
      return { from: command.from, to: command.to };
    case 'preferences': {
      const rest = { appointmentReminders: true, mechanicUpdates: true, paymentReceipts: true };
      return { ...rest, push: false, promotionalEmails: false, ...command.wanted };
    }
    case 'archiveService':
    case 'archiveVehicle':
    case 'removeArea':
    case 'archivePlan':
    case 'fail':
      return null;
  }
}

function areaForm({ zips, circle, fee }: AreaTerms): object {
  const around = circle ? { lat: 37.7, lng: -122.4, radiusMiles: 10 } : null;
  return { name: 'Area', zips, circle: around, days: ['mon', 'tue'], callOutFee: fee };
}

function planForm({ price, interval, discount, uses }: PlanTerms): object {
  const services = uses.map(([serviceId, times]) => ({ serviceId, uses: times }));
  const name = { name: 'Plan', description: 'What it is good for.' };
  return { ...name, price, interval, discountPercent: discount, services };
}
