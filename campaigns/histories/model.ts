import { shownAt } from '../time/wall-clock.ts';

/*
 * A small model of the business, written from what the product is to do (docs/product) and from none
 * of the server's own rules: it must be able to disagree.
 */

export type Role = 'customer' | 'mechanic' | 'service_advisor' | 'admin';
export type Status =
  | 'pending'
  | 'unassigned'
  | 'confirmed'
  | 'in_progress'
  | 'completed'
  | 'cancelled';

export interface Settings {
  readonly zone: string;
  readonly cancelUntilHours: number;
  readonly maxOpenBookings: number;
  readonly jobsEndWithinHours: boolean;
  readonly noticeHours: number;
  readonly plansBeforePayment: boolean;
}

/** The working life of a mechanic, or of an admin who works as one. It outlives the role. */
export interface WorkingLife {
  active: boolean;
  /** How the switch was left, and on which day; null: never pressed. */
  available: boolean;
  switchedOn: string | null;
  readonly skills: readonly string[];
  /** By weekday, minutes of the day. */
  hours: ReadonlyMap<number, readonly (readonly [number, number])[]>;
  readonly off: readonly { readonly date: string; readonly from: number; readonly to: number }[];
  /** The latitude at which they last said they are, and when; null: they don't share it. */
  place: { readonly lat: number; readonly told: number } | null;
}

export interface ModelPerson {
  readonly id: string;
  role: Role;
  /** False: deactivated, and let in no more. */
  active: boolean;
  /** Their account is gone, and what they did stays without their name. */
  deleted: boolean;
  work: WorkingLife | null;
  /** What they were told, the oldest first. */
  bell: readonly BellLine[];
  /** Null: they never saved any. */
  preferences: Preferences | null;
}

export interface BellLine {
  /** The database's number, once it was seen. */
  id: number | null;
  readonly kind: string;
  /** Noun and id, or the payment, whose number is seen later. */
  readonly about: string | ModelPayment;
  read: boolean;
}

export interface Preferences {
  readonly sms: boolean;
  readonly newsletter: boolean;
}

export interface ModelService {
  readonly id: number;
  price: string;
  duration: number;
  skill: string | null;
  archived: boolean;
}

export interface ModelVehicle {
  readonly id: number;
  readonly customerId: string;
  make: string;
  plate: string | null;
  active: boolean;
  archived: boolean;
}

export interface ModelAppointment {
  readonly id: number;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly serviceId: number;
  readonly price: string;
  /** The interval of a plan whose use pays for it: 'subscription/number'. */
  readonly includedIn: string | null;
  readonly cancelUntilHours: number;
  address: string;
  status: Status;
  mechanicId: string | null;
  /** Whether it holds somebody's time; whose is the server's to choose. */
  held: boolean;
  date: string;
  from: number;
  to: number;
  /** The instant of the departure. */
  startedAt: number | null;
  notes: string | null;
  declinedBy: readonly string[];
  /** What happened, who did it and why, in order. */
  history: readonly (readonly [kind: string, actor: string, reason: string | null])[];
}

export interface ModelPayment {
  /** What it is for: 'job 7', or 'plan 3/0', an interval. So it is known before its number. */
  readonly label: string;
  /** The database's number, once it was seen. */
  id: number | null;
  readonly customerId: string;
  readonly appointmentId: number | null;
  readonly amount: string;
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  method: string | null;
  /** Each an entry of its own. */
  refunds: readonly (readonly [amount: string, reason: string])[];
}

/** What is agreed with a plan. */
export interface PlanTerms {
  readonly price: string;
  readonly interval: 'month' | 'quarter' | 'year';
  readonly discount: number;
  /** Service and uses in an interval, by service. */
  readonly uses: readonly (readonly [serviceId: number, uses: number])[];
}

export interface ModelPlan {
  readonly id: number;
  terms: PlanTerms;
  version: number;
  archived: boolean;
}

/** A customer's plan, as agreed when they joined. */
export interface ModelSubscription {
  readonly id: number;
  readonly customerId: string;
  readonly planId: number;
  readonly terms: PlanTerms;
  readonly startedOn: string;
  renews: boolean;
  ended: boolean;
  /** The latest interval. */
  number: number;
  starts: string;
  ends: string;
}

export interface AreaTerms {
  readonly zips: readonly string[];
  /** Whether it is also drawn around a point, which no ZIP code answers. */
  readonly circle: boolean;
  readonly fee: string;
}

/** One person's conversation with the office; messages are numbered from 1. */
export interface ModelConversation {
  messages: readonly ModelMessage[];
  personRead: number;
  officeRead: number;
}

export interface ModelMessage {
  readonly author: string;
  readonly clientId: string;
  /** Null: gone with the account of the person who wrote it. */
  text: string | null;
}

export interface Model {
  readonly settings: Settings;
  now: number;
  readonly people: ReadonlyMap<string, ModelPerson>;
  readonly holidays: ReadonlySet<string>;
  readonly services: Map<number, ModelService>;
  readonly vehicles: Map<number, ModelVehicle>;
  readonly appointments: Map<number, ModelAppointment>;
  /** By label. */
  readonly payments: Map<string, ModelPayment>;
  readonly plans: Map<number, ModelPlan>;
  readonly subscriptions: Map<number, ModelSubscription>;
  readonly areas: Map<number, AreaTerms>;
  /** By person. */
  readonly conversations: Map<string, ModelConversation>;
}

/** The model's own today. */
export function todayOf(model: Model): string {
  return shownAt(model.now, model.settings.zone).date;
}

/** Cents of an amount with two decimals. */
export function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Statuses whose time is taken. */
export function isOpen({ status }: ModelAppointment): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** Statuses that wait for a mechanic. */
export function isWaiting({ status }: ModelAppointment): boolean {
  return status === 'pending' || status === 'unassigned';
}

/** Whether this role works for the business's desk. */
export function isDesk(role: Role): boolean {
  return role === 'service_advisor' || role === 'admin';
}

/** The mechanics of the business as it is. */
export function activeMechanics(model: Model): string[] {
  return [...model.people.values()].filter(({ work }) => work?.active).map(({ id }) => id);
}

/** The job a mechanic is doing. */
export function jobUnderWay(model: Model, mechanicId: string): ModelAppointment | undefined {
  return [...model.appointments.values()].find(
    (each) => each.status === 'in_progress' && each.mechanicId === mechanicId,
  );
}
