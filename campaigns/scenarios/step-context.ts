import { addDays, getWeekday } from '../time/wall-clock.ts';
import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import type { Business } from './business.ts';
import type { Step } from './scenario.ts';
import { mechanicIds } from './start-state.ts';

/** A step and the state of the business before it. */
export interface StepContext {
  readonly business: Business;
  readonly step: Step;
  /** The date on which the scenario began. */
  readonly firstDay: string;
  /** Today's date in the business's time zone. */
  readonly today: string;
}

/** The endpoint, the person who sends the request, the id in its path, and the payload of a step's request. */
export type RequestSpec = readonly [
  endpoint: EndpointName,
  /** Who makes the request unless the step names someone; without a value, someone from the office. */
  actor: string | null | undefined,
  id: string | number,
  payload?: object | undefined,
];

/** Builds a step's request; null if the record that it would act on does not exist. */
export type RequestBuilder = (context: StepContext) => RequestSpec | null;

/** Returns the id of an advisor or an admin, depending on `selector`. */
export function pickOfficePerson(selector: number): string {
  return selector % 2 === 0 ? 'advisor-0' : 'admin-0';
}

/** Returns the id of an active admin, or a deactivated admin if none is active. */
export function findAdmin({ people }: Business): string {
  return people.find(({ role, active }) => role === 'admin' && active)?.id ?? 'admin-0';
}

/** Returns the item at an index, which wraps around; undefined if the list is empty. */
export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

/** Returns either `personId` or the id of someone from the office, depending on the step's choice. */
export function pickSelfOrOfficePerson(business: Business, step: Step, personId: string): string {
  if (step.choice % 2 === 0) return personId;
  const officeStaff = business.people.filter(
    ({ role, active }) => active && (role === 'service_advisor' || role === 'admin'),
  );
  return pick(officeStaff, step.choice)?.id ?? pickOfficePerson(step.choice);
}

/** Returns the id of a person who works as a mechanic or, if nobody does, a person who could. */
export function pickMechanic({ mechanics }: Business, step: Step): string | undefined {
  return pick(mechanics.length > 0 ? mechanics : mechanicIds, step.target);
}

/**
 * Returns the date of the step's day, counted from the scenario's first day, or from today if the clock is more than a
 * day past the first day. A date up to three days ahead that falls on a weekend becomes the next Monday.
 */
export function pickDate({ step: { day }, firstDay, today }: StepContext): string {
  const date = addDays(today > addDays(firstDay, 1) ? today : firstDay, day);
  if (day > 3 || day < 0) return date;
  const daysUntilMonday = { 6: 2, 0: 1 }[getWeekday(date)];
  return addDays(date, daysUntilMonday ?? 0);
}
