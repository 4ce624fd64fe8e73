import type { CallName } from '@curbwrench/contract/api/calls';
import type { Business } from './business.ts';
import type { Step } from './history.ts';

/** A step and the state at its turn. */
export interface Situation {
  readonly business: Business;
  readonly step: Step;
  /** The date on which the history began, and the business's today. */
  readonly firstDay: string;
  readonly today: string;
}

/** The request for a step. */
export type Chosen = readonly [
  call: CallName,
  /** Who makes it, unless the step says anyone. */
  actor: string | null | undefined,
  id: string | number,
  payload?: object | undefined,
];

export type Choice = (situation: Situation) => Chosen | null;

export function office(which: number): string {
  return which % 2 === 0 ? 'advisor-0' : 'admin-0';
}

/** Returns an active admin, while there is one. */
export function adminOf({ people }: Business): string {
  return people.find(({ role, active }) => role === 'admin' && active)?.id ?? 'admin-0';
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
