import type { Position } from '@curbwrench/contract/people/schemas';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import {
  readZipAndTown,
  splitNumbersAndWords,
  splitWords,
  toTownKey,
  type ZipTable,
  type Town,
} from './rules.ts';

/** Matches house numbers such as '12', '12a', '12-34' and '1/2', but not '5th'. */
const houseNumberPattern = /^\d+([-/]\d+)*[a-z]?$/;

/**
 * Returns whether a found place matches a typed address. A house must have the typed house number. Either the ZIP codes
 * or the towns must be the same. If the typed address or the found place has no town, their ZIP codes must not differ.
 */
export function matchesTypedAddress(
  zipTable: ZipTable,
  address: string,
  { precision, parts }: GeocodedPlace,
  business: Position,
): boolean {
  const typedPlace = readZipAndTown(zipTable, address, business);
  if (precision === 'house' && !hasNumber(address, typedPlace.zip, parts.houseNumber ?? '')) {
    return false;
  }
  if (typedPlace.zip !== null && typedPlace.zip === parts.zip) return true;
  const typedTowns = listTowns(zipTable, typedPlace.town, typedPlace.zip);
  const town = parts.town === null ? null : { name: parts.town, state: parts.state ?? '' };
  const foundTowns = listTowns(zipTable, town, parts.zip);
  if (typedTowns.length > 0 && foundTowns.length > 0) {
    return typedTowns.some((each) => foundTowns.some((other) => areSameTown(each, other)));
  }
  return typedPlace.zip === null || parts.zip === null;
}

/** Returns the given town and the town of the ZIP code, which may have a different name. */
function listTowns(zipTable: ZipTable, town: Town | null, zip: string | null): readonly Town[] {
  const zipTown = zip === null ? undefined : zipTable.byZip.get(zip);
  // In the territories, the table has no names.
  return [town ?? [], zipTown ?? []].flat().filter(({ name }) => name !== '');
}

function areSameTown(town: Town, other: Town): boolean {
  const haveSameState = town.state === other.state || town.state === '' || other.state === '';
  return haveSameState && getKey(town) === getKey(other);
}

function getKey({ name }: Town): string {
  return toTownKey(splitWords(name));
}

/**
 * Returns whether the address contains this house number at the beginning of a part between commas; 'Apt 12' does
 * not count. If no part begins with a number, as in 'Calle Fortaleza 63', the number may be anywhere.
 */
function hasNumber(address: string, zip: string | null, number: string): boolean {
  const segments = address.split(',').map(splitNumbersAndWords);
  const last = segments.findLast((words) => words.length > 0);
  if (last?.at(-1) === zip) last?.pop();
  const numberedSegments = segments.filter(([first = '']) => houseNumberPattern.test(first));
  const typedNumbers =
    numberedSegments.length > 0
      ? // The second word is for '12 A' and '12 1/2'.
        numberedSegments.flatMap(([first = '', second = '']) => [first, first + second])
      : segments.flat();
  // Some maps list several numbers for one building: '12;14'.
  return number
    .split(/[;,]/)
    .map((each) => splitNumbersAndWords(each).join(''))
    .some((each) => each !== '' && typedNumbers.includes(each));
}
