import { openStatuses, waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { AppointmentState } from './appointment.ts';
import { isOverdue } from './overdue.ts';

/** How long a mechanic may be offline, such as for a break, before their jobs today need attention. */
export const maxBreakMs = 60 * 60_000;

/**
 * Returns why an appointment needs attention from the office, or null if it doesn't. The possible reasons: it is
 * overdue; it is a job today whose mechanic went offline; its mechanic no longer works at that time; it has no mechanic
 * and no hold; or it is open and its price comes from a plan whose payment failed or was refunded. `mechanicOffSince`
 * is when the mechanic went offline on the appointment's day. `isStranded` means that the mechanic can no longer do the
 * job at that time, because of time off or a change to their hours or skills.
 */
export function getAttentionReason(
  appointment: AppointmentState & {
    readonly heldMechanicId: string | null;
    readonly mechanicOffSince: Date | null;
    readonly isStranded: boolean;
    readonly isPlanUnpaid: boolean;
  },
  { now, local }: Pick<CurrentTime, 'now' | 'local'>,
  hasMechanics: boolean,
): AttentionReason | null {
  if (isOverdue(appointment, local)) return 'overdue';
  const { status, date, heldMechanicId, mechanicOffSince, isStranded, isPlanUnpaid } = appointment;
  const isMechanicOff =
    mechanicOffSince !== null && now.getTime() - mechanicOffSince.getTime() >= maxBreakMs;
  if (status === 'confirmed' && date === local.date && isMechanicOff) return 'mechanic_off';
  if (status === 'confirmed' && isStranded) return 'mechanic_not_working';
  const isWaiting = waitingStatuses.some((waiting) => waiting === status);
  if (isWaiting && heldMechanicId === null && hasMechanics) return 'no_mechanic_free';
  const isOpen = openStatuses.some((open) => open === status);
  return isOpen && isPlanUnpaid ? 'plan_unpaid' : null;
}
