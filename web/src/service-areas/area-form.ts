import type { Weekday } from '@curbwrench/contract/service-areas/weekdays';
import {
  serviceAreaInput,
  type ServiceArea,
  type ServiceAreaInput,
} from '@curbwrench/contract/service-areas/schemas';
import type { FieldErrors, ResolverResult } from 'react-hook-form';
import { readVertex, readNumber, splitVertices } from './vertex-text.ts';

/** The form's values as entered; the contract's schema parses them. An empty start time or notice means no limit. */
export interface AreaForm {
  name: string;
  zips: string;
  isCircle: boolean;
  lat: string;
  lng: string;
  radiusMiles: string;
  /** The shape's vertices, one per line: latitude, longitude. */
  ring: string;
  days: Weekday[];
  earliestStart: string;
  latestStart: string;
  noticeHours: string;
  feeKind: 'flat' | 'distance';
  tripFee: string;
  feeBands: { upToMiles: string; fee: string }[];
}

/** Returns the form's initial values for `area`, or for a new area if it is null. */
export function toFormValues(area: ServiceArea | null): AreaForm {
  const circle = area?.circle ?? null;
  const bands = area?.feeBands ?? null;
  return {
    name: area?.name ?? '',
    zips: area?.zips.join(', ') ?? '',
    isCircle: circle !== null,
    lat: circle ? String(circle.lat) : '',
    lng: circle ? String(circle.lng) : '',
    radiusMiles: circle ? String(circle.radiusMiles) : '',
    // Leaves out the last vertex, which repeats the first.
    ring: (area?.ring ?? [])
      .slice(0, -1)
      .map(([lng, lat]) => `${lat}, ${lng}`)
      .join('\n'),
    days: area ? [...area.days] : ['mon', 'tue', 'wed', 'thu', 'fri'],
    earliestStart: area?.earliestStart ?? '',
    latestStart: area?.latestStart ?? '',
    noticeHours: area ? String(area.noticeHours ?? '') : '',
    feeKind: bands ? 'distance' : 'flat',
    tripFee: area?.tripFee ?? '0.00',
    feeBands: bands?.map(({ upToMiles, fee }) => ({ upToMiles: String(upToMiles), fee })) ?? [
      { upToMiles: '', fee: '' },
    ],
  };
}

/** Validates the form with the contract's schema; reports the first error in each field. */
export function validateArea(values: AreaForm): ResolverResult<AreaForm, ServiceAreaInput> {
  const { data, error } = serviceAreaInput.safeParse(toBody(values));
  if (data) return { values: data, errors: {} };
  const errors: FieldErrors<AreaForm> = {};
  for (const { path, message } of error.issues) addError(errors, path, message);
  return { values: {}, errors };
}

function toBody(values: AreaForm) {
  const { name, zips, isCircle, ring, days, feeKind, ...inputs } = values;
  const feeBands = values.feeBands.map(({ upToMiles, fee }) => ({
    upToMiles: readNumber(upToMiles),
    fee: fee.trim(),
  }));
  const isByDistance = feeKind === 'distance';
  return {
    name,
    zips: splitZips(zips),
    circle: isCircle
      ? {
          lat: readNumber(inputs.lat),
          lng: readNumber(inputs.lng),
          radiusMiles: readNumber(inputs.radiusMiles),
        }
      : null,
    ring: ring.trim() === '' ? null : splitVertices(ring).map(readVertex),
    days,
    earliestStart: inputs.earliestStart || null,
    latestStart: inputs.latestStart || null,
    noticeHours: inputs.noticeHours.trim() === '' ? null : readNumber(inputs.noticeHours),
    // With fees by distance, the field for a single fee is not shown, so its value is not sent.
    tripFee: isByDistance ? (feeBands.at(-1)?.fee ?? '0.00') : inputs.tripFee.trim(),
    feeBands: isByDistance ? feeBands : null,
  };
}

/**
 * Adds a message to the field it belongs to, unless the field already has one: `zips.3` belongs to `zips`, and
 * `circle.lat` to `lat`.
 */
function addError(
  errors: FieldErrors<AreaForm>,
  [first, second, third]: readonly PropertyKey[],
  message: string,
): void {
  const error = { type: 'contract', message };
  if (first === 'feeBands' && typeof second === 'number') {
    const rows = (errors.feeBands ??= []);
    const row = (rows[second] ??= {});
    if (third === 'fee') row.fee ??= error;
    else row.upToMiles ??= error;
    return;
  }
  const name = String(first === 'circle' ? (second ?? 'lat') : first);
  Object.assign(errors, { [name]: error, ...errors });
}

/** Splits entered or pasted ZIP codes at commas, semicolons, spaces and line breaks. */
export function splitZips(text: string): string[] {
  return text.split(/[\s,;]+/).filter((zip) => zip !== '');
}
