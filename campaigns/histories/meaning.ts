import { appointmentMeanings } from './appointment-meanings.ts';
import type { Command } from './command.ts';
import type { Step } from './history.ts';
import type { Model } from './model.ts';
import { moneyMeanings } from './money-meanings.ts';
import { peopleMeanings } from './people-meanings.ts';
import { desk, type Meaning } from './scene.ts';
import { shopMeanings } from './shop-meanings.ts';
import { cast } from './world.ts';

const meanings: Record<Exclude<Step['does'], 'clock' | 'renew'>, Meaning> = {
  ...appointmentMeanings,
  ...peopleMeanings,
  ...shopMeanings,
  ...moneyMeanings,
};

/**
 * The command that a step stands for, as things are; null when there is nothing it could be about,
 * or when it is none. `firstDay` is the date on which the history began.
 */
export function meaningOf(model: Model, step: Step, firstDay: string): Command | null {
  if (step.does === 'clock' || step.does === 'renew') return null;
  const anybody = step.by === null ? undefined : cast[step.by]?.id;
  const by = (fit: string | null | undefined): string => anybody ?? fit ?? desk(step.which);
  return meanings[step.does]({ model, step, firstDay, by });
}
