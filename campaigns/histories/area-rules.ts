import type { CommandOf } from './command.ts';
import type { AreaTerms, Model, ModelPerson } from './model.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

/** Admins keep the areas, and a ZIP code lies in one of them. */
export function judgeArea(
  model: Model,
  actor: ModelPerson,
  command: CommandOf<'createArea' | 'changeArea' | 'removeArea'>,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const about = command.kind === 'createArea' ? null : command.id;
  if (about !== null && !model.areas.has(about)) return no('not_found');
  if (command.kind === 'removeArea') {
    return yes(() => {
      model.areas.delete(command.id);
      return { ...nothing, told: [`area ${command.id}`] };
    });
  }
  const others = [...model.areas].filter(([id]) => id !== about);
  const taken = others.some(([, { zips }]) => zips.some((zip) => command.terms.zips.includes(zip)));
  if (taken) return no('in_use');
  return yes((newId) => {
    const id = about ?? newId;
    model.areas.set(id, command.terms);
    return { ...nothing, told: [`area ${id}`] };
  });
}

/** The area that lists a ZIP code, by its number. */
export function areaOf(model: Model, zip: string | null): readonly [number, AreaTerms] | undefined {
  return [...model.areas].find(([, { zips }]) => zip !== null && zips.includes(zip));
}

/** What "Do you come to me?" is answered: never no while a circle may say otherwise. */
export function answerFor(model: Model, zip: string): 'yes' | 'no' | 'unsure' {
  if (areaOf(model, zip)) return 'yes';
  const areas = [...model.areas.values()];
  return areas.length > 0 && areas.every(({ circle }) => !circle) ? 'no' : 'unsure';
}
