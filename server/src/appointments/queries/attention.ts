// Reads tables owned by these modules: mechanics, payments, plans
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import { sql, type Kysely } from 'kysely';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { Database } from '../../database/schema.ts';
import {
  dateLiteral,
  isOpenCondition,
  waitingStatusList,
} from '../../scheduling/queries/open-appointments.ts';
import { getAttentionReason } from '../rules/attention.ts';
import { readAppointments, toAppointmentState, type AppointmentRow } from './appointment-rows.ts';
import { isOverdueOrMechanicOff } from './overdue.ts';

/** Returns why an appointment needs attention from the office; null if it doesn't. */
export function getRowAttention(
  row: AppointmentRow,
  currentTime: Pick<CurrentTime, 'now' | 'local'>,
): AttentionReason | null {
  const state = {
    ...toAppointmentState(row),
    heldMechanicId: row.held_mechanic_id,
    mechanicOffSince: row.mechanic_off_since,
    isStranded: row.is_stranded,
    isPlanUnpaid: row.plan_fee_status === 'failed' || row.plan_fee_status === 'refunded',
  };
  return getAttentionReason(state, currentTime, row.has_mechanics);
}

/** An appointment that needs attention. */
export interface AppointmentNeedingAttention {
  readonly row: AppointmentRow;
  readonly reason: AttentionReason;
}

/** Nobody is notified of appointments that have been left open longer than this. */
const maxAgeDays = 30;

/**
 * Returns the appointments that need attention from the office now and are not older than 30 days, except those with a
 * change that can still be undone.
 */
export async function listAppointmentsNeedingAttention(
  db: Kysely<Database>,
  currentTime: Pick<CurrentTime, 'now' | 'local'>,
): Promise<AppointmentNeedingAttention[]> {
  const firstDate = dateLiteral(addDays(currentTime.local.date, -maxAgeDays));
  const rows = await readAppointments(
    db,
    sql`select a.* from appointments a where ${isOpenCondition} and a.date >= ${firstDate}
      and not exists (select from undoable_changes u where u.appointment_id = a.id) and (
      (${isOverdueOrMechanicOff(currentTime)})
      or (a.status in ${waitingStatusList} and a.held_mechanic_id is null
        and exists (select from mechanics where active))
      or a.benefit_period_id in (
        select period.id from subscription_periods period join payments fee on fee.id = period.payment_id
        where fee.status in ('failed', 'refunded')))`,
  );
  return rows.flatMap((row) => {
    const reason = getRowAttention(row, currentTime);
    return reason === null ? [] : [{ row, reason }];
  });
}
