import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { placePrecisions, type PlacePrecision } from '@curbwrench/contract/places/precision';
import type { FoundPlace } from '../application/rules/found-place.ts';
import { splitNumbersAndWords, type PlaceTable } from './rules.ts';
import { stateCodes } from './state-rules.ts';
import { fitsTypedAddress } from './typed-address-rules.ts';

/** A place as a service describes it; what it does not know is missing. */
export interface AddressParts {
  readonly lat: number;
  readonly lng: number;
  /** Two letters. */
  readonly country: string | undefined;
  /** Of something that is not a house, such as a park. */
  readonly name?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly street?: string | undefined;
  readonly town?: string | undefined;
  /** The name of the state or its two letters. */
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
}

/** The United States and those of its territories that have codes of their own. */
const countries = new Set(['us', 'pr', 'vi', 'gu', 'mp', 'as']);

/** What is farther from the business was not meant, or its coordinates are wrong, for example swapped. */
const maxMetersFromBusiness = 400_000;

/** How far the place that a service found may be from the ZIP code or town of the address. */
const maxMetersFromTyped = 50_000;

/** Places that are no farther apart are the same, such as the buildings of one house number. */
const maxMetersOfSame = 1_000;

/** How far a house or a street may be from a point that is described by it. */
const maxMetersFromPoint = 1_000;

/** Returns the degrees around the business within which addresses are looked for: 400 km to each side. */
export function getBoxAround({ lat, lng }: Position) {
  const height = maxMetersFromBusiness / metersPerDegree;
  const width = height / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const round = (degrees: number, most: number) =>
    Math.round(Math.max(-most, Math.min(most, degrees)) * 1000) / 1000;
  return {
    west: round(lng - width, 180),
    south: round(lat - height, 90),
    east: round(lng + width, 180),
    north: round(lat + height, 90),
  };
}

/**
 * Returns a place that a service described, as exact as the parts of its address; null if it is not in the United
 * States, is more than 400 km from the business, is larger than a town, or cannot be written in one line.
 */
export function toFoundPlace(parts: AddressParts, business: Position): FoundPlace | null {
  const { lat, lng, country, houseNumber, street, town } = parts;
  if (!countries.has(country?.toLowerCase() ?? '')) return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  if (straightLineMeters({ lat, lng }, business) > maxMetersFromBusiness) return null;
  const zip = /^\d{5}/.exec(parts.zip ?? '')?.[0];
  const precision = getPrecision({ ...parts, zip });
  if (precision === null) return null;
  const state = stateCodes.get(parts.state?.toLowerCase() ?? '') ?? parts.state;
  const road = precision === 'house' ? `${houseNumber} ${street}` : street;
  const isNamedElsewhere = [street, town, zip].includes(parts.name);
  const name = precision === 'house' || isNamedElsewhere ? undefined : parts.name;
  const region = [state, zip].filter(Boolean).join(' ');
  const address = [name, road, town, region].filter(Boolean).join(', ');
  // As the schema of an address: the person may choose and send it.
  const isOneLine = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(address);
  if (!isOneLine || address.length > textLimits.address) return null;
  const known = (part: string | undefined) => part || null;
  return {
    address,
    position: { lat, lng },
    precision,
    parts: {
      houseNumber: known(houseNumber),
      town: known(town),
      state: known(state),
      zip: known(zip),
    },
  };
}

function getPrecision({
  houseNumber,
  street,
  zip,
  town,
}: AddressParts): FoundPlace['precision'] | null {
  if (street) return houseNumber ? 'house' : 'street';
  if (zip) return 'zip';
  return town ? 'town' : null;
}

/**
 * Returns where a typed address is by a service's answer, or else `typed`, its place in the table. A found place
 * is believed if it is at least as exact, its parts fit the typed ones, and it is within 50 km of `typed`. If that
 * has no position, it must be within 50 km of the business, and nothing else as exact may be: an address without a
 * town is not guessed.
 */
export function chooseFoundPlace(
  table: PlaceTable,
  typed: LocatedAddress,
  found: readonly FoundPlace[],
  business: Position,
): LocatedAddress {
  const near = typed.position ?? business;
  const believed = found.filter(
    (place) =>
      isAtLeastAsExact(place.precision, typed.precision) &&
      straightLineMeters(place.position, near) <= maxMetersFromTyped &&
      fitsTypedAddress(table, typed.address, place, business),
  );
  const [first] = believed;
  if (!first) return typed;
  const isAmbiguous =
    typed.position === null &&
    believed.some(
      ({ position, precision }) =>
        isAtLeastAsExact(precision, first.precision) &&
        straightLineMeters(position, first.position) > maxMetersOfSame,
    );
  if (isAmbiguous) return typed;
  return { address: typed.address, position: first.position, precision: first.precision };
}

/** Returns the first house or street at most 1 km from a point, or null. */
export function chooseNearby(found: readonly FoundPlace[], point: Position): FoundPlace | null {
  const nearby = found.find(
    ({ position, precision }) =>
      isAtLeastAsExact(precision, 'street') &&
      straightLineMeters(position, point) <= maxMetersFromPoint,
  );
  return nearby ?? null;
}

/** Returns the same text for questions that mean the same. */
export function normalizeQuestion(text: string): string {
  return splitNumbersAndWords(text).join(' ');
}

function isAtLeastAsExact(precision: PlacePrecision, other: PlacePrecision): boolean {
  return placePrecisions.indexOf(precision) <= placePrecisions.indexOf(other);
}
