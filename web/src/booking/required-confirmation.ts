import { ApiError } from '../api/api-error.ts';

/** What a person must confirm: that the vehicle is already booked then, or that the time is outside working hours. */
export type RequiredConfirmation = 'overlap' | 'outside_hours';

/** Returns what must be confirmed for a refused booking or reschedule to succeed; null if confirming would not help. */
export function getRequiredConfirmation(error: unknown): RequiredConfirmation | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'vehicle_already_booked') return 'overlap';
  return error.code === 'outside_hours' ? 'outside_hours' : null;
}
