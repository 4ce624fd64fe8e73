import { openStatuses, waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import type { Moment } from '../../application/rules/business-time.ts';
import type { AppointmentState } from './appointment.ts';
import { isOverdue } from './overdue.ts';

/** How long a mechanic may be switched to offline, as on a break, before their jobs of today need attention. */
export const maxBreakMs = 60 * 60_000;

/**
 * Returns why an appointment needs attention from dispatch, or null: it is overdue; it is a job of today whose
 * mechanic switched to offline or has time off then; it has no mechanic and no hold; or it is open and its price comes from a plan
 * whose payment failed or was refunded. `mechanicOffSince` is when its mechanic switched to offline on its day.
 */
export function getAttentionReason(
  appointment: AppointmentState & {
    readonly holdMechanicId: string | null;
    readonly mechanicOffSince: Date | null;
    /** Whether its mechanic has time off, such as a sick day, during it. */
    readonly hasMechanicTimeOff: boolean;
    readonly isPlanUnpaid: boolean;
  },
  { now, local }: Pick<Moment, 'now' | 'local'>,
  hasMechanics: boolean,
): AttentionReason | null {
  if (isOverdue(appointment, local)) return 'overdue';
  const { status, date, holdMechanicId, mechanicOffSince, hasMechanicTimeOff, isPlanUnpaid } =
    appointment;
  const isMechanicOff =
    hasMechanicTimeOff ||
    (mechanicOffSince !== null && now.getTime() - mechanicOffSince.getTime() >= maxBreakMs);
  if (status === 'confirmed' && date === local.date && isMechanicOff) return 'mechanic_off';
  const isWaiting = waitingStatuses.some((waiting) => waiting === status);
  if (isWaiting && holdMechanicId === null && hasMechanics) return 'no_mechanic_free';
  const isOpen = openStatuses.some((open) => open === status);
  return isOpen && isPlanUnpaid ? 'plan_unpaid' : null;
}
