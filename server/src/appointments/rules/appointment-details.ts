import type { AppointmentEventKind } from '@curbwrench/contract/appointments';
import { addDays } from '@curbwrench/contract/calendar';
import { gateCodeKept, type JobDetails } from '@curbwrench/contract/job-details';
import type { TransitionName } from '@curbwrench/contract/lifecycle';
import { hasBegun, type AppointmentState } from './appointment.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { LocalTime } from '../../application/rules/business-time.ts';

/** The columns of what is told of a job. */
interface DetailColumns {
  readonly notes: string | null;
  readonly gate_code: string | null;
}

type Changed = { readonly [Column in keyof DetailColumns]: DetailColumns[Column] | undefined };

/** A change of one of the details that can be changed on their own. */
export type DetailChange = Pick<JobDetails, 'notes'> | Pick<JobDetails, 'gateCode'>;

/** The columns that a booking or a change writes; what is undefined stays as it is. */
export function detailColumns(details: JobDetails): DetailColumns;
export function detailColumns(details: Partial<JobDetails>): Changed;
export function detailColumns(details: Partial<JobDetails>): Changed {
  return { notes: details.notes, gate_code: details.gateCode };
}

/** The details as this reader may see them. */
export function readableDetails(
  row: DetailColumns,
  appointment: AppointmentState,
  reader: Actor,
  local: LocalTime,
): JobDetails {
  return {
    notes: row.notes,
    gateCode: mayReadGateCode(appointment, reader, local) ? row.gate_code : null,
  };
}

/** Who may change a detail, and what the history says then. */
export function detailEdit(change: DetailChange): {
  readonly transition: TransitionName;
  readonly event: AppointmentEventKind;
} {
  return 'notes' in change
    ? { transition: 'edit_notes', event: 'notes_changed' }
    : { transition: 'edit_gate_code', event: 'gate_code_changed' };
}

/**
 * The customer always reads how to get in to their own place. Dispatch and the job's mechanic do while
 * it is in progress and for `gateCodeKept` after its end: nobody needs it for longer.
 */
function mayReadGateCode(
  { mechanicId, status, date, endTime }: AppointmentState,
  reader: Actor,
  local: LocalTime,
): boolean {
  if (reader.role === 'customer') return true;
  if (reader.role === 'mechanic' && mechanicId !== reader.id) return false;
  const isOver = hasBegun({ date: addDays(date, gateCodeKept.days), startTime: endTime }, local);
  return !isOver || status === 'in_progress';
}
