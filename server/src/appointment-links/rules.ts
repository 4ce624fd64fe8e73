import { addDays } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { CurrentTime } from '../application/rules/business-time.ts';

/** The number of days for which a link still shows its appointment after the appointment has ended. */
export const daysAfterEnd = 90;
const dayMs = 86_400_000;

/** The state of an appointment that determines what its link can still do. */
export interface LinkedAppointmentState {
  readonly status: AppointmentStatus;
  readonly date: string;
  /** When it was completed or canceled; null before that, or if the time was not recorded. */
  readonly finishedAt: Date | null;
}

/**
 * Returns what an appointment's link can still do: everything (`open`), show the appointment and its receipt for 90
 * days (`over`), or nothing (`expired`). If nobody completed or canceled an appointment, the 90 days start at its date.
 */
export function getLinkPhase(
  { status, date, finishedAt }: LinkedAppointmentState,
  { now, local }: Pick<CurrentTime, 'now' | 'local'>,
): 'open' | 'over' | 'expired' {
  const isFinal = status === 'completed' || status === 'cancelled';
  const isExpired =
    isFinal && finishedAt !== null
      ? now.getTime() - finishedAt.getTime() > daysAfterEnd * dayMs
      : local.date > addDays(date, daysAfterEnd);
  if (isExpired) return 'expired';
  return isFinal ? 'over' : 'open';
}
