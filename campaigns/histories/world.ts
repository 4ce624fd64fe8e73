import type { Role } from './business.ts';

/** Everyone who takes part in a history; roles may change in it and are reset after it. */
export const cast: readonly { readonly id: string; readonly role: Role }[] = [
  { id: 'customer-0', role: 'customer' },
  { id: 'customer-1', role: 'customer' },
  { id: 'mechanic-0', role: 'mechanic' },
  { id: 'mechanic-1', role: 'mechanic' },
  { id: 'mechanic-2', role: 'mechanic' },
  { id: 'advisor-0', role: 'service_advisor' },
  { id: 'admin-0', role: 'admin' },
  { id: 'admin-1', role: 'admin' },
];

export const mechanicIds = cast.filter(({ role }) => role === 'mechanic').map(({ id }) => id);
export const customerIds = cast.filter(({ role }) => role === 'customer').map(({ id }) => id);

/** ZIP codes that areas list and addresses end with. */
export const zips = ['94102', '94103', '94110'] as const;

/** The business at the start of a history. */
export interface World {
  /** Which of the settings. */
  readonly setting: number;
  /** Days after the first day of all histories, and minutes of that day. */
  readonly startDay: number;
  readonly startMinutes: number;
  /** In the order of `mechanicIds`; with fewer, the others are customers. */
  readonly mechanics: readonly WorldMechanic[];
  readonly services: readonly WorldService[];
  /** Days after the start that are holidays. */
  readonly holidays: readonly number[];
}

export interface WorldMechanic {
  readonly skills: readonly string[];
  /** The same on every weekday, in hours. */
  readonly hours: readonly (readonly [number, number])[];
  readonly available: boolean;
  /** A day after the start, and hours of that day. */
  readonly off: { readonly day: number; readonly from: number; readonly to: number } | null;
}

export interface WorldService {
  readonly duration: number;
  readonly skill: string | null;
}
