import { bookingDateProblem } from '@curbwrench/contract/scheduling/booking-rules';
import { jobDetailNames } from '@curbwrench/contract/appointments/job-details';
import { isPlaceOrNull } from '../places/chosen-place.ts';
import { emptyBooking, type BookingValues } from './booking-form-values.ts';

const key = 'bookingDraft';

/** The owner of a draft: the signed-in person's id, or null for a visitor. */
type Owner = string | null;

/** Stores the form for as long as the tab is open, across a sign-in or a reload. */
export function saveDraft(storage: Storage, owner: Owner, values: BookingValues): void {
  storage.setItem(key, JSON.stringify({ owner, values }));
}

/**
 * Returns the stored form, or an empty one. A visitor's draft goes to the next person who signs in, a
 * signed-in person's draft to no one else. A date that can no longer be booked is removed with its time.
 */
export function readDraft(storage: Storage, owner: Owner, today: string): BookingValues {
  const draft = jsonOrNull(storage.getItem(key));
  if (!isDraft(draft)) return emptyBooking;
  const { owner: draftOwner, values } = draft;
  if (draftOwner !== null && draftOwner !== owner) return emptyBooking;
  const isClosed = values.date !== '' && bookingDateProblem(values.date, today) !== null;
  return isClosed ? { ...values, date: '', startTime: '' } : values;
}

export function clearDraft(storage: Storage): void {
  storage.removeItem(key);
}

function jsonOrNull(text: string | null): unknown {
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

/** Validates stored data: a draft of an older version, or anything else, is rejected. */
function isDraft(stored: unknown): stored is Draft {
  if (!isRecord(stored) || !isTextOrNull(stored['owner']) || !isRecord(stored['values']))
    return false;
  const values = stored['values'];
  const { customerId, vehicleId, serviceId } = values;
  const texts = ['date', 'startTime', 'location', ...jobDetailNames];
  return (
    isTextOrNull(customerId) &&
    [vehicleId, serviceId].every((id) => id === null || Number.isInteger(id)) &&
    isListOfIds(values['additionalServiceIds']) &&
    isPlaceOrNull(values['place']) &&
    texts.every((field) => typeof values[field] === 'string')
  );
}

function isListOfIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id));
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
