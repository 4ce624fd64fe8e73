import {
  bookingDateProblem,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { jobDetailNames } from '@curbwrench/contract/appointments/job-details';
import { isNewCustomerOrNull } from '../customers/new-customer.ts';
import { isPlaceOrNull } from '../places/chosen-place.ts';
import { emptyBooking, type BookingValues } from './booking-form-values.ts';

const key = 'bookingDraft';

/** The owner of a draft: the signed-in person's id, or null for a visitor. */
type Owner = string | null;

/** Stores the form's values until the tab is closed; they survive a sign-in or a reload. */
export function saveDraft(storage: Storage, owner: Owner, values: BookingValues): void {
  storage.setItem(key, JSON.stringify({ owner, values }));
}

/**
 * Returns the stored values, or those of an empty form. A visitor's draft is restored for whoever signs in next, a
 * signed-in person's draft only for that person. A date that can no longer be booked is cleared with its time.
 */
export function readDraft(
  storage: Storage,
  owner: Owner,
  today: string,
  rules: BookingRules,
): BookingValues {
  const draft = parseJsonOrNull(storage.getItem(key));
  if (!isDraft(draft)) return emptyBooking;
  const { owner: draftOwner, values } = draft;
  if (draftOwner !== null && draftOwner !== owner) return emptyBooking;
  const isDateUnavailable =
    values.date !== '' && bookingDateProblem(values.date, today, rules) !== null;
  return isDateUnavailable ? { ...values, date: '', startTime: '' } : values;
}

/** Deletes the draft, for example after booking. */
export function clearDraft(storage: Storage): void {
  storage.removeItem(key);
}

function parseJsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}

interface Draft {
  readonly owner: Owner;
  readonly values: BookingValues;
}

/** Returns whether stored data is a draft of the current version. */
function isDraft(stored: unknown): stored is Draft {
  if (!isRecord(stored) || !isStringOrNull(stored['owner']) || !isRecord(stored['values']))
    return false;
  const values = stored['values'];
  const { customerId, vehicleId, serviceId } = values;
  const stringFields = ['date', 'startTime', 'location', ...jobDetailNames];
  return (
    isStringOrNull(customerId) &&
    [vehicleId, serviceId].every((id) => id === null || Number.isInteger(id)) &&
    isListOfIds(values['additionalServiceIds']) &&
    isPlaceOrNull(values['place']) &&
    isNewCustomerOrNull(values['newCustomer']) &&
    stringFields.every((field) => typeof values[field] === 'string')
  );
}

function isListOfIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id));
}

function isStringOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
