/*
 * A small model of the business, written from decisions D3, D4, D5 and D7 and the specification's
 * sections 4 and 5, and from nothing of the server's own rules: it must be able to disagree.
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
}

/** The working life of a mechanic, or of an admin who works as one. It outlives the role. */
export interface WorkingLife {
  active: boolean;
  available: boolean;
  readonly skills: readonly string[];
  /** By weekday, minutes of the day. */
  hours: ReadonlyMap<number, readonly (readonly [number, number])[]>;
  readonly off: readonly { readonly date: string; readonly from: number; readonly to: number }[];
}

export interface ModelPerson {
  readonly id: string;
  role: Role;
  /** False: deactivated, and let in no more (D3). */
  active: boolean;
  work: WorkingLife | null;
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
  active: boolean;
  archived: boolean;
}

export interface ModelAppointment {
  readonly id: number;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly serviceId: number;
  readonly price: string;
  readonly cancelUntilHours: number;
  status: Status;
  mechanicId: string | null;
  /** Whether it holds somebody's time; whose is the server's to choose. */
  held: boolean;
  date: string;
  from: number;
  to: number;
  notes: string | null;
  declinedBy: readonly string[];
  /** What happened and who did it, in order. */
  history: readonly (readonly [string, string])[];
}

export interface Model {
  readonly settings: Settings;
  now: number;
  readonly people: ReadonlyMap<string, ModelPerson>;
  readonly holidays: ReadonlySet<string>;
  readonly services: Map<number, ModelService>;
  readonly vehicles: Map<number, ModelVehicle>;
  readonly appointments: Map<number, ModelAppointment>;
  /** Amount by appointment: every payment of a history is a pending one. */
  readonly payments: Map<number, string>;
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
