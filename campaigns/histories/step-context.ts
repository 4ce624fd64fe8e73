import type { CallName } from '@curbwrench/contract/api/calls';
import type { Business } from './business.ts';
import type { Step } from './history.ts';

/** A step and the state of the business before it. */
export interface StepContext {
  readonly business: Business;
  readonly step: Step;
  /** The date on which the history began. */
  readonly firstDay: string;
  /** The current business day. */
  readonly today: string;
}

/** The call, caller, object id and payload of a step's request. */
export type RequestSpec = readonly [
  call: CallName,
  /** The suitable caller, used unless the step chooses a random person. */
  actor: string | null | undefined,
  id: string | number,
  payload?: object | undefined,
];

/** Builds the request of a step; null if its object does not exist. */
export type RequestBuilder = (context: StepContext) => RequestSpec | null;

/** Returns an advisor or an admin, depending on the number. */
export function pickOffice(target: number): string {
  return target % 2 === 0 ? 'advisor-0' : 'admin-0';
}

/** Returns an active admin; a deactivated one if no admin is active. */
export function findAdmin({ people }: Business): string {
  return people.find(({ role, active }) => role === 'admin' && active)?.id ?? 'admin-0';
}

/** Returns the item at an index, which wraps around; undefined if the list is empty. */
export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
