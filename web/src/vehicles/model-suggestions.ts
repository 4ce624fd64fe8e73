import type { KnownMake } from '@curbwrench/contract/vehicles/schemas';
import { commonModels } from './common-models.ts';

/** The maximum number of suggestions, which fit without scrolling. */
const suggestionLimit = 6;

/**
 * Returns the makes that match the input: those of the business's customers, then common ones.
 *
 * @param knownMakes the makes and models of the business's customers; empty if the user is a customer
 */
export function suggestMakes(input: string, knownMakes: readonly KnownMake[]): string[] {
  return findMatches(input, [...knownMakes.map(({ make }) => make), ...Object.keys(commonModels)]);
}

/** Returns the make's models that match the input: those of the business's customers, then common ones. */
export function suggestModels(
  make: string,
  input: string,
  knownMakes: readonly KnownMake[],
): string[] {
  const isMake = (other: string) => toKey(other) === toKey(make);
  const customerModels = knownMakes.find((entry) => isMake(entry.make))?.models ?? [];
  const otherModels = Object.entries(commonModels).find(([name]) => isMake(name))?.[1] ?? [];
  return findMatches(input, [...customerModels, ...otherModels]);
}

/** Returns the first few names in which a word starts with the input; names that start with the input come first. */
function findMatches(input: string, names: readonly string[]): string[] {
  const key = toKey(input);
  // If a name has several spellings, the first is used, which is the customers' spelling if there is one.
  const byKey = new Map(names.toReversed().map((name) => [toKey(name), name]));
  const unique = names.filter((name) => byKey.get(toKey(name)) === name);
  const atStart = unique.filter((name) => toKey(name).startsWith(key));
  const atWord = unique.filter(
    (name) =>
      !atStart.includes(name) && name.split(/\s/).some((word) => toKey(word).startsWith(key)),
  );
  return [...new Set([...atStart, ...atWord])].slice(0, suggestionLimit);
}

/** Returns text in lower case, without spaces and punctuation: people type "f150" and "crv". */
function toKey(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\-.&]/g, '');
}
