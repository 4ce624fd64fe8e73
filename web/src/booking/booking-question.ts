import { ApiError } from '../api/api-error.ts';

/** What a person is asked to confirm: the vehicle is already booked then, or it is outside working hours. */
export type BookingQuestion = 'overlap' | 'outside_hours';

/** Returns what a refused booking or reschedule can be confirmed for; null if it cannot. */
export function getQuestion(error: unknown): BookingQuestion | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'vehicle_already_booked') return 'overlap';
  return error.code === 'outside_hours' ? 'outside_hours' : null;
}
