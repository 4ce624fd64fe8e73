import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { gateCodeRetention, type JobDetails } from '@curbwrench/contract/appointments/job-details';
import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { hasBegun, type AppointmentState } from './appointment.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { LocalTime } from '../../application/rules/business-time.ts';

/** The columns that contain the details of a job. */
interface DetailColumns {
  readonly notes: string | null;
  readonly gate_code: string | null;
}

type DetailColumnUpdates = {
  readonly [Column in keyof DetailColumns]: DetailColumns[Column] | undefined;
};

/** A change of one detail; each detail is changed separately. */
export type DetailChange = Pick<JobDetails, 'notes'> | Pick<JobDetails, 'gateCode'>;

/** Returns the columns to write for a booking or a change; undefined columns stay unchanged. */
export function toDetailColumns(details: JobDetails): DetailColumns;
export function toDetailColumns(details: Partial<JobDetails>): DetailColumnUpdates;
export function toDetailColumns(details: Partial<JobDetails>): DetailColumnUpdates {
  return { notes: details.notes, gate_code: details.gateCode };
}

/** Returns the details as this viewer may see them. */
export function getVisibleDetails(
  row: DetailColumns,
  appointment: AppointmentState,
  viewer: Actor,
  local: LocalTime,
): JobDetails {
  return {
    notes: row.notes,
    gateCode: canReadGateCode(appointment, viewer, local) ? row.gate_code : null,
  };
}

/** Returns the transition for changing a detail, and the event that the history records for it. */
export function getDetailEdit(change: DetailChange): {
  readonly transition: TransitionName;
  readonly event: AppointmentEventKind;
} {
  return 'notes' in change
    ? { transition: 'edit_notes', event: 'notes_changed' }
    : { transition: 'edit_gate_code', event: 'gate_code_changed' };
}

/**
 * Returns whether the viewer may see the gate code. The customer always may: it is their own. The office and the
 * assigned mechanic may until `gateCodeRetention` after the scheduled end, or longer if the job is still in progress.
 */
function canReadGateCode(
  { mechanicId, status, date, endTime }: AppointmentState,
  viewer: Actor,
  local: LocalTime,
): boolean {
  if (viewer.role === 'customer') return true;
  if (viewer.role === 'mechanic' && mechanicId !== viewer.id) return false;
  const hasRetentionEnded = hasBegun(
    { date: addDays(date, gateCodeRetention.days), startTime: endTime },
    local,
  );
  return !hasRetentionEnded || status === 'in_progress';
}
