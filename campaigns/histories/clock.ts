import { daysAfter, instantShowing, weekday } from '../time/wall-clock.ts';
import type { Step } from './history.ts';
import { todayOf, type Model } from './model.ts';

const hour = 3_600_000;

/** The moment at which a start would be in time: mostly, a job is not set out to on another day. */
export function morningOfStart(model: Model, step: Step): number | null {
  const today = todayOf(model);
  const confirmed = [...model.appointments.values()].filter(({ status }) => status === 'confirmed');
  const [next] = confirmed;
  if (step.does !== 'start' || step.other % 4 === 0 || !next) return null;
  if (confirmed.some(({ date }) => date === today)) return null;
  return instantShowing(next.date, 7 * 60, model.settings.zone);
}

/** Where a step puts the clock: to a confirmed job's morning, forth by hours or days, or back. */
export function clockAfter(model: Model, step: Step): number {
  const next = [...model.appointments.values()].find(({ status }) => status === 'confirmed');
  if (next && step.which % 4 > 0) return instantShowing(next.date, 7 * 60, model.settings.zone);
  const moves = [hour, 24 * hour, -hour, 4 * hour, 23.5 * hour, 72 * hour, 0.5 * hour];
  return model.now + (moves[step.other % moves.length] ?? hour);
}

/** When the interval of some plan is over, now and then long after; null: nobody has one. */
export function morningOfRenewal(model: Model, step: Step): number | null {
  const open = [...model.subscriptions.values()].filter(({ ended }) => !ended);
  const [first] = open.map(({ ends }) => ends).toSorted();
  if (first === undefined || first <= todayOf(model)) return null;
  const late = step.other % 4 === 0 ? 40 : 0;
  return instantShowing(daysAfter(first, late), 7 * 60, model.settings.zone);
}

/**
 * The step's day, counted from the history's first, or from today once the clock has gone further;
 * a weekend is moved past, but for the far days.
 */
export function dateOf(model: Model, { day }: Step, firstDay: string): string {
  const today = todayOf(model);
  const date = daysAfter(today > daysAfter(firstDay, 1) ? today : firstDay, day);
  if (day > 3 || day < 0) return date;
  const past = { 6: 2, 0: 1 }[weekday(date)] ?? 0;
  return daysAfter(date, past);
}
