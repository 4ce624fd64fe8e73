import type { Position } from '@curbwrench/contract/people/schemas';
import type { FoundPlace } from '../application/rules/found-place.ts';
import {
  readZipAndTown,
  splitNumbersAndWords,
  splitWords,
  toTownKey,
  type PlaceTable,
  type Town,
} from './rules.ts';

/** '12', '12a', '12-34', '1/2'; not '5th'. */
const houseNumber = /^\d+([-/]\d+)*[a-z]?$/;

/**
 * Returns whether a found place may be the one at a typed address: a house must have the typed number; the ZIP code
 * must be the typed one, or another of the same town. Without a ZIP code in both, the towns are compared, as far as
 * both have one.
 */
export function fitsTypedAddress(
  table: PlaceTable,
  address: string,
  { precision, parts }: FoundPlace,
  business: Position,
): boolean {
  const typed = readZipAndTown(table, address, business);
  if (precision === 'house' && !hasNumber(address, typed.zip, parts.houseNumber ?? '')) {
    return false;
  }
  if (typed.zip !== null && typed.zip === parts.zip) return true;
  const typedTowns = listTowns(table, typed.town, typed.zip);
  const town = parts.town === null ? null : { name: parts.town, state: parts.state ?? '' };
  const foundTowns = listTowns(table, town, parts.zip);
  if (typedTowns.length > 0 && foundTowns.length > 0) {
    return typedTowns.some((each) => foundTowns.some((other) => areSame(each, other)));
  }
  return typed.zip === null || parts.zip === null;
}

/** Returns the town, and that of the ZIP code, which may have another name. */
function listTowns(table: PlaceTable, town: Town | null, zip: string | null): readonly Town[] {
  const ofZip = zip === null ? undefined : table.byZip.get(zip);
  // In the territories, the table has no names.
  return [town ?? [], ofZip ?? []].flat().filter(({ name }) => name !== '');
}

function areSame(town: Town, other: Town): boolean {
  const areStatesSame = town.state === other.state || town.state === '' || other.state === '';
  return areStatesSame && getKey(town) === getKey(other);
}

function getKey({ name }: Town): string {
  return toTownKey(splitWords(name));
}

/**
 * Returns whether a house number is the typed one, which begins a part between commas, so that 'Apt 12' is none. If
 * no part begins with a number, as in 'Calle Fortaleza 63', it may be anywhere.
 */
function hasNumber(address: string, zip: string | null, number: string): boolean {
  const segments = address.split(',').map(splitNumbersAndWords);
  const last = segments.findLast((words) => words.length > 0);
  if (last?.at(-1) === zip) last?.pop();
  const numbered = segments.filter(([first = '']) => houseNumber.test(first));
  const typed =
    numbered.length > 0
      ? // '12 A', '12 1/2'.
        numbered.flatMap(([first = '', second = '']) => [first, first + second])
      : segments.flat();
  // Some maps list the numbers of one building: '12;14'.
  return number
    .split(/[;,]/)
    .map((each) => splitNumbersAndWords(each).join(''))
    .some((each) => each !== '' && typed.includes(each));
}
