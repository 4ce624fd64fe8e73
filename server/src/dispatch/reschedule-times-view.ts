import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type { Kysely } from 'kysely';
import type { Actor } from '../application/rules/actor.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { accepted, type Result } from '../application/rules/result.ts';
import {
  toAppointmentState,
  type AppointmentRow,
} from '../appointments/queries/appointment-rows.ts';
import { decideTransition } from '../appointments/rules/appointment.ts';
import type { Database } from '../database/schema.ts';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { findRequiredSkills } from '../scheduling/queries/required-skills.ts';
import { getBookingContext } from '../scheduling/rules/availability.ts';
import { listRescheduleTimes } from '../scheduling/rules/rescheduling.ts';

/**
 * Returns a day's time slots and whether the appointment can be rescheduled to each; refused if this actor can't
 * reschedule it.
 */
export async function readRescheduleTimes(
  db: Kysely<Database>,
  row: AppointmentRow,
  actor: Actor,
  date: string,
  currentTime: CurrentTime,
): Promise<Result<Slot[]>> {
  const decision = decideTransition('reschedule', toAppointmentState(row), actor, currentTime);
  if (!decision.ok) return decision;
  const [{ plan }, skills] = await Promise.all([
    loadDayPlan(db, date, []),
    findRequiredSkills(db, row.id),
  ]);
  const jobToReschedule = {
    id: row.id,
    duration: toMinutes(row.end_time) - toMinutes(row.start_time),
    skills,
    mechanicId: row.mechanic_id,
  };
  return accepted(
    listRescheduleTimes(plan, jobToReschedule, getBookingContext(currentTime, actor)),
  );
}
