import {
  businessSettingsInput,
  type BusinessSettingsInput,
  type BusinessSettingsReply,
  type OutsideAreaPolicy,
} from '@curbwrench/contract/business/schemas';
import type { FieldErrors, ResolverResult } from 'react-hook-form';

/** The form's values as entered; the contract's schema parses them. */
export interface SettingsForm {
  /** The version of the settings that the form edits. */
  version: number;
  name: string;
  phone: string;
  address: string;
  lat: string;
  lng: string;
  timeZone: string;
  currency: string;
  /** Sunday first. */
  days: { isOpen: boolean; opens: string; closes: string }[];
  slotIntervalMinutes: string;
  windowDays: string;
  noticeHours: string;
  bufferMinutes: string;
  jobsMustEndWithinWorkingHours: boolean;
  landingHeadline: string;
  landingIntro: string;
  cancellationCutoffHours: string;
  maxOpenBookings: string;
  maxOpenVisitorBookings: string;
  codesPerMailbox: string;
  codesPerNetwork: string;
  codesPerDay: string;
  plansStartBeforePayment: boolean;
  outsideAreaPolicy: OutsideAreaPolicy;
}

/** Returns the values that the form starts with. */
export function toFormValues(settings: BusinessSettingsReply): SettingsForm {
  return {
    version: settings.version,
    name: settings.name,
    phone: settings.phone ?? '',
    address: settings.address ?? '',
    lat: String(settings.cityCenter.lat),
    lng: String(settings.cityCenter.lng),
    timeZone: settings.timeZone,
    currency: settings.currency,
    days: settings.businessHours.map((hours) => ({
      isOpen: hours !== null,
      opens: hours?.opens ?? '08:00',
      closes: hours?.closes ?? '18:00',
    })),
    slotIntervalMinutes: String(settings.slotIntervalMinutes),
    windowDays: String(settings.windowDays),
    noticeHours: String(settings.noticeHours),
    bufferMinutes: String(settings.bufferMinutes),
    jobsMustEndWithinWorkingHours: settings.jobsMustEndWithinWorkingHours,
    landingHeadline: settings.landingHeadline ?? '',
    landingIntro: settings.landingIntro ?? '',
    cancellationCutoffHours: String(settings.cancellationCutoffHours),
    maxOpenBookings: String(settings.maxOpenBookings),
    maxOpenVisitorBookings: String(settings.maxOpenVisitorBookings),
    codesPerMailbox: String(settings.codesPerMailbox),
    codesPerNetwork: String(settings.codesPerNetwork),
    codesPerDay: String(settings.codesPerDay),
    plansStartBeforePayment: settings.plansStartBeforePayment,
    outsideAreaPolicy: settings.outsideAreaPolicy,
  };
}

/** Validates the form with the contract's schema; reports each field's first error. */
export function validateSettings(
  values: SettingsForm,
): ResolverResult<SettingsForm, BusinessSettingsInput> {
  const { data, error } = businessSettingsInput.safeParse(toBody(values));
  if (data) return { values: data, errors: {} };
  const errors: FieldErrors<SettingsForm> = {};
  for (const { path, message } of error.issues) addError(errors, path, message);
  return { values: {}, errors };
}

/** Returns the form's days as business hours. */
function toBusinessHours(days: SettingsForm['days']) {
  return days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null));
}

function toBody({ lat, lng, days, ...values }: SettingsForm) {
  return {
    ...values,
    cityCenter: { lat: parseNumber(lat), lng: parseNumber(lng) },
    businessHours: toBusinessHours(days),
    slotIntervalMinutes: parseNumber(values.slotIntervalMinutes),
    windowDays: parseNumber(values.windowDays),
    noticeHours: parseNumber(values.noticeHours),
    bufferMinutes: parseNumber(values.bufferMinutes),
    cancellationCutoffHours: parseNumber(values.cancellationCutoffHours),
    maxOpenBookings: parseNumber(values.maxOpenBookings),
    maxOpenVisitorBookings: parseNumber(values.maxOpenVisitorBookings),
    codesPerMailbox: parseNumber(values.codesPerMailbox),
    codesPerNetwork: parseNumber(values.codesPerNetwork),
    codesPerDay: parseNumber(values.codesPerDay),
  };
}

/** Converts text to a number. Blank text becomes NaN, which the schema rejects. */
function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/**
 * Adds a message to the form field for a path in the schema, unless the field already has one. `businessHours.3` is
 * the row for Wednesday, `cityCenter.lat` the latitude field.
 */
function addError(
  errors: FieldErrors<SettingsForm>,
  [first, second]: readonly PropertyKey[],
  message: string,
): void {
  const error = { type: 'contract', message };
  if (first === 'businessHours') {
    const days = (errors.days ??= []);
    if (typeof second === 'number') (days[second] ??= {}).closes ??= error;
    else Object.assign(days, { root: error });
    return;
  }
  const name = String(first === 'cityCenter' ? (second ?? 'lat') : first);
  Object.assign(errors, { [name]: error, ...errors });
}
