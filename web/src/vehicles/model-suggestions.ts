import type { KnownMake } from '@curbwrench/contract/vehicles/schemas';
import { commonModels } from './common-models.ts';

/** As many as are shown without scrolling. */
const suggestionLimit = 6;

/**
 * Returns the makes that match the input: those the business knows, then common ones.
 *
 * @param known the makes and models of the business's customers; empty for a customer
 */
export function suggestMakes(input: string, known: readonly KnownMake[]): string[] {
  return findMatches(input, [...known.map(({ make }) => make), ...Object.keys(commonModels)]);
}

/** Returns the make's models that match the input: those the business knows, then common ones. */
export function suggestModels(make: string, input: string, known: readonly KnownMake[]): string[] {
  const isMake = (other: string) => toKey(other) === toKey(make);
  const ownModels = known.find((entry) => isMake(entry.make))?.models ?? [];
  const common = Object.entries(commonModels).find(([name]) => isMake(name))?.[1] ?? [];
  return findMatches(input, [...ownModels, ...common]);
}

/** Returns the first few names with a word that starts with the input, those that start with it first. */
function findMatches(input: string, names: readonly string[]): string[] {
  const key = toKey(input);
  // Of several spellings of a name, the first is used: the business's own.
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
