import type { Position } from '@curbwrench/contract/people/schemas';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import {
  readZipAndCity,
  splitNumbersAndWords,
  splitWords,
  toCityKey,
  type ZipTable,
  type City,
} from './rules.ts';

/** Matches house numbers such as '12', '12a', '12-34' and '1/2', but not '5th'. */
const houseNumberPattern = /^\d+([-/]\d+)*[a-z]?$/;

/**
 * Returns whether a found place matches a typed address. A house must have the typed house number. Either the ZIP codes
 * or the cities must be the same. If the typed address or the found place has no city, their ZIP codes must not differ.
 */
export function matchesTypedAddress(
  zipTable: ZipTable,
  address: string,
  { precision, parts }: GeocodedPlace,
  business: Position,
): boolean {
  const typedPlace = readZipAndCity(zipTable, address, business);
  if (precision === 'house' && !hasNumber(address, typedPlace.zip, parts.houseNumber ?? '')) {
    return false;
  }
  if (typedPlace.zip !== null && typedPlace.zip === parts.zip) return true;
  const typedCities = listCities(zipTable, typedPlace.city, typedPlace.zip);
  const city = parts.city === null ? null : { name: parts.city, state: parts.state ?? '' };
  const foundCities = listCities(zipTable, city, parts.zip);
  if (typedCities.length > 0 && foundCities.length > 0) {
    return typedCities.some((each) => foundCities.some((other) => areSameCity(each, other)));
  }
  return typedPlace.zip === null || parts.zip === null;
}

/** Returns the given city and the city of the ZIP code, which may have a different name. */
function listCities(zipTable: ZipTable, city: City | null, zip: string | null): readonly City[] {
  const zipCity = zip === null ? undefined : zipTable.byZip.get(zip);
  // In the territories, the table has no names.
  return [city ?? [], zipCity ?? []].flat().filter(({ name }) => name !== '');
}

function areSameCity(city: City, other: City): boolean {
  const haveSameState = city.state === other.state || city.state === '' || other.state === '';
  return haveSameState && getKey(city) === getKey(other);
}

function getKey({ name }: City): string {
  return toCityKey(splitWords(name));
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
