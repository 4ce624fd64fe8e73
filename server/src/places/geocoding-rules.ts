import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { placePrecisions, type PlacePrecision } from '@curbwrench/contract/places/precision';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import { splitNumbersAndWords, type ZipTable } from './rules.ts';
import { stateCodes } from './state-rules.ts';
import { matchesTypedAddress } from './typed-address-rules.ts';

/** A place as a service describes it; unknown parts are missing. */
export interface AddressParts {
  readonly lat: number;
  readonly lng: number;
  /** The two-letter code. */
  readonly country: string | undefined;
  /** The name of a street, a city, or something that is not a house, such as a park. */
  readonly name?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  /** The name of the state or its two letters. */
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
}

/** The United States and its territories that have their own country codes. */
const countries = new Set(['us', 'pr', 'vi', 'gu', 'mp', 'as']);

/**
 * A place farther from the business than this is not the intended one, or has wrong (for example, swapped) coordinates.
 */
const maxMetersFromBusiness = 400_000;

/** How far a found place may be from the ZIP code or city of the typed address. */
const maxMetersFromTypedAddress = 50_000;

/** Places within this distance count as the same, such as buildings with the same house number. */
const maxMetersBetweenDuplicates = 1_000;

/** The maximum distance from a point at which the address of a house or street is used for the point. */
const maxMetersFromPoint = 1_000;

/** Returns the box around the business in which to search for addresses: 400 km to each side, in degrees. */
export function getBoxAround({ lat, lng }: Position) {
  const height = maxMetersFromBusiness / metersPerDegree;
  // The minimum keeps the box finite near the poles, where degrees of longitude are short.
  const width = height / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const round = (degrees: number, limit: number) =>
    Math.round(Math.max(-limit, Math.min(limit, degrees)) * 1000) / 1000;
  return {
    west: round(lng - width, 180),
    south: round(lat - height, 90),
    east: round(lng + width, 180),
    north: round(lat + height, 90),
  };
}

/**
 * Converts a service's description of a place. Its precision depends on which parts the description contains. Returns
 * null if the place is not in the United States, is more than 400 km from the business, is larger than a city, or can't
 * be written as a one-line address.
 */
export function toGeocodedPlace(parts: AddressParts, business: Position): GeocodedPlace | null {
  const { lat, lng, country, houseNumber, street, city } = parts;
  if (!countries.has(country?.toLowerCase() ?? '')) return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  if (straightLineMeters({ lat, lng }, business) > maxMetersFromBusiness) return null;
  const zip = /^\d{5}/.exec(parts.zip ?? '')?.[0];
  const precision = getPrecision({ ...parts, zip });
  if (precision === null) return null;
  const state = stateCodes.get(parts.state?.toLowerCase() ?? '') ?? parts.state;
  const road = precision === 'house' ? `${houseNumber} ${street}` : street;
  const isNameInAddress = [street, city, zip].includes(parts.name);
  const name = precision === 'house' || isNameInAddress ? undefined : parts.name;
  const region = [state, zip].filter(Boolean).join(' ');
  const address = [name, road, city, region].filter(Boolean).join(', ');
  // Same rules as in the schema for addresses, because the person may choose this address and send it.
  const isOneLine = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(address);
  if (!isOneLine || address.length > textLimits.address) return null;
  const orNull = (part: string | undefined) => part || null;
  return {
    address,
    position: { lat, lng },
    precision,
    parts: {
      houseNumber: orNull(houseNumber),
      city: orNull(city),
      state: orNull(state),
      zip: orNull(zip),
    },
  };
}

function getPrecision({
  houseNumber,
  street,
  zip,
  city,
}: AddressParts): GeocodedPlace['precision'] | null {
  if (street) return houseNumber ? 'house' : 'street';
  if (zip) return 'zip';
  return city ? 'town' : null;
}

/**
 * Returns the location of a typed address: the first suitable place that a service found or, if there is none,
 * `tablePlace`, its location in the ZIP table. A found place is suitable if it is at least as precise, its parts match
 * the typed ones, and it is within 50 km of `tablePlace`. If `tablePlace` has no position, the found place must be
 * within 50 km of the business and unambiguous.
 */
export function chooseFoundPlace(
  zipTable: ZipTable,
  tablePlace: LocatedAddress,
  foundPlaces: readonly GeocodedPlace[],
  business: Position,
): LocatedAddress {
  const near = tablePlace.position ?? business;
  const plausiblePlaces = foundPlaces.filter(
    (place) =>
      isAtLeastAsPrecise(place.precision, tablePlace.precision) &&
      straightLineMeters(place.position, near) <= maxMetersFromTypedAddress &&
      matchesTypedAddress(zipTable, tablePlace.address, place, business),
  );
  const [first] = plausiblePlaces;
  if (!first) return tablePlace;
  const isAmbiguous =
    tablePlace.position === null &&
    plausiblePlaces.some(
      ({ position, precision }) =>
        isAtLeastAsPrecise(precision, first.precision) &&
        straightLineMeters(position, first.position) > maxMetersBetweenDuplicates,
    );
  if (isAmbiguous) return tablePlace;
  return { address: tablePlace.address, position: first.position, precision: first.precision };
}

/** Returns the first house or street within 1 km of a point, or null. */
export function chooseNearby(
  foundPlaces: readonly GeocodedPlace[],
  point: Position,
): GeocodedPlace | null {
  const nearby = foundPlaces.find(
    ({ position, precision }) =>
      isAtLeastAsPrecise(precision, 'street') &&
      straightLineMeters(position, point) <= maxMetersFromPoint,
  );
  return nearby ?? null;
}

/** Normalizes a query, so that queries that differ only in case, punctuation or accents are equal. */
export function normalizeQuery(text: string): string {
  return splitNumbersAndWords(text).join(' ');
}

function isAtLeastAsPrecise(precision: PlacePrecision, other: PlacePrecision): boolean {
  return placePrecisions.indexOf(precision) <= placePrecisions.indexOf(other);
}
