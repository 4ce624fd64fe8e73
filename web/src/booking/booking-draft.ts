import { whyDateIsClosed } from '@curbwrench/contract/scheduling/booking-rules';
import { jobDetailNames } from '@curbwrench/contract/appointments/job-details';
import { emptyBooking, type BookingValues } from './booking-form-values.ts';

const key = 'bookingDraft';

/** The owner of a draft: the signed-in person's id, or null for a visitor. */
type Owner = string | null;

/** Stores the form for as long as the tab is open, across a sign-in or a reload. */
export function saveDraft(storage: Storage, owner: Owner, values: BookingValues): void {
  storage.setItem(key, JSON.stringify({ owner, values }));
}

/**
 * Returns the form as this person left it, or an empty one. A visitor's draft goes to the next person who
 * signs in; a signed-in person's draft to no one else. A date that has closed since is removed together
 * with its time.
 */
export function readDraft(storage: Storage, owner: Owner, today: string): BookingValues {
  const draft = jsonOrNull(storage.getItem(key));
  if (!isDraft(draft)) return emptyBooking;
  const { owner: keeper, values } = draft;
  if (keeper !== null && keeper !== owner) return emptyBooking;
  const isClosed = values.date !== '' && whyDateIsClosed(values.date, today) !== null;
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

/** Checks stored data, which anything may have written: only a draft of this version counts. */
function isDraft(kept: unknown): kept is Draft {
  if (!isRecord(kept) || !isTextOrNull(kept['owner']) || !isRecord(kept['values'])) return false;
  const values = kept['values'];
  const { customerId, vehicleId, serviceId } = values;
  const texts = ['date', 'startTime', 'location', ...jobDetailNames];
  return (
    isTextOrNull(customerId) &&
    [vehicleId, serviceId].every((id) => id === null || Number.isInteger(id)) &&
    texts.every((field) => typeof values[field] === 'string')
  );
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
