import type { Role } from './business.ts';

/** The people of every scenario. Their roles may change during a scenario and are reset after it. */
export const participants: readonly { readonly id: string; readonly role: Role }[] = [
  { id: 'customer-0', role: 'customer' },
  { id: 'customer-1', role: 'customer' },
  { id: 'mechanic-0', role: 'mechanic' },
  { id: 'mechanic-1', role: 'mechanic' },
  { id: 'mechanic-2', role: 'mechanic' },
  { id: 'advisor-0', role: 'service_advisor' },
  { id: 'admin-0', role: 'admin' },
  { id: 'admin-1', role: 'admin' },
];

export const mechanicIds = participants
  .filter(({ role }) => role === 'mechanic')
  .map(({ id }) => id);
export const customerIds = participants
  .filter(({ role }) => role === 'customer')
  .map(({ id }) => id);

/** The ZIP codes used in areas and addresses. */
export const zips = ['94102', '94103', '94110'] as const;

/** The business at the start of a scenario. */
export interface StartState {
  /** The index of the application; each runs with different business settings. */
  readonly appIndex: number;
  /** The day on which this scenario starts, in days after the earliest possible day. */
  readonly startDay: number;
  /** The time at which this scenario starts, in minutes after midnight. */
  readonly startMinutes: number;
  /** One entry for each of the first `mechanicIds`; people with the other ids are customers. */
  readonly mechanics: readonly StartMechanic[];
  readonly services: readonly StartService[];
  /** The holidays, as numbers of days after the start. */
  readonly holidays: readonly number[];
}

export interface StartMechanic {
  readonly skills: readonly string[];
  /** Working hours as pairs of a start and an end hour, the same from Monday through Friday. */
  readonly hours: readonly (readonly [number, number])[];
  readonly available: boolean;
  /** Time off: the day, counted from the start of the scenario, and the start and end hour. */
  readonly timeOff: { readonly day: number; readonly from: number; readonly to: number } | null;
}

export interface StartService {
  readonly duration: number;
  readonly skill: string | null;
}
