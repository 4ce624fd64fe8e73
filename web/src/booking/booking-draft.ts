import { whyDateIsClosed } from '@curbwrench/contract/booking-rules';
import { jobDetailNames } from '@curbwrench/contract/job-details';
import { emptyBooking, type BookingValues } from './booking-form-values.ts';

const key = 'bookingDraft';

/** Whoever keeps a draft: the signed-in person's id, or null for a visitor. */
type Owner = string | null;

/** Keeps the form as it is for the life of the tab, through a sign-in or a reload. */
export function saveDraft(storage: Storage, owner: Owner, values: BookingValues): void {
  storage.setItem(key, JSON.stringify({ owner, values }));
}

/**
 * The form as this person left it, or an empty one. A visitor's draft is for whoever signs in
 * next; a signed-in person's is for nobody else. A date that has closed since is taken out with
 * its time.
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

/** Storage is anybody's: what doesn't look like a draft of this version is none. */
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
