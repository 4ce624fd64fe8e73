import { whyDateIsClosed } from '@curbwrench/contract/booking-rules';
import { z } from 'zod';
import { emptyBooking, type BookingValues } from './booking-values.ts';

const key = 'bookingDraft';

/** Whoever keeps a draft: the signed-in person's id, or null for a visitor. */
type Owner = string | null;

const draft = z.object({
  owner: z.string().nullable(),
  values: z.object({
    customerId: z.string().nullable(),
    vehicleId: z.number().nullable(),
    serviceId: z.number().nullable(),
    date: z.string(),
    startTime: z.string(),
    location: z.string(),
    notes: z.string(),
  }),
});

/** Keeps the form as it is for the life of the tab, through a sign-in or a reload (D3). */
export function keepDraft(storage: Storage, owner: Owner, values: BookingValues): void {
  storage.setItem(key, JSON.stringify({ owner, values }));
}

/**
 * The form as this person left it, or an empty one. A visitor's draft is for whoever signs in
 * next; a signed-in person's is for nobody else. A date that has closed since is taken out with
 * its time.
 */
export function readDraft(storage: Storage, owner: Owner, today: string): BookingValues {
  const parsed = draft.safeParse(jsonOrNull(storage.getItem(key)));
  if (!parsed.success) return emptyBooking;
  const { owner: keeper, values } = parsed.data;
  if (keeper !== null && keeper !== owner) return emptyBooking;
  const isClosed = values.date !== '' && whyDateIsClosed(values.date, today) !== null;
  return isClosed ? { ...values, date: '', startTime: '' } : values;
}

export function forgetDraft(storage: Storage): void {
  storage.removeItem(key);
}

function jsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
