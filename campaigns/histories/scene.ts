import type { Command } from './command.ts';
import type { Step } from './history.ts';
import type { Model, ModelAppointment } from './model.ts';

/** A step whose turn has come, with things as they are. */
export interface Scene {
  readonly model: Model;
  readonly step: Step;
  /** The date on which the history began. */
  readonly firstDay: string;
  /** Who does it: whoever fits, unless the step says anybody. */
  readonly by: (fit: string | null | undefined) => string;
}

/** The command that a step stands for; null when there is nothing it could be about. */
export type Meaning = (scene: Scene) => Command | null;

export function desk(which: number): string {
  return which % 2 === 0 ? 'advisor-0' : 'admin-0';
}

/** Somebody who may do it, while there is one. */
export function adminOf(model: Model): string {
  const admins = [...model.people.values()].filter((each) => each.role === 'admin' && each.active);
  return admins[0]?.id ?? 'admin-0';
}

/** Mostly an appointment that the step suits, now and then any. */
export function idOf(
  { model, step }: Scene,
  suits: (appointment: ModelAppointment) => boolean,
): number | null {
  const all = [...model.appointments.values()];
  return pick(step.which === 11 ? all : all.filter(suits), step.which)?.id ?? null;
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
