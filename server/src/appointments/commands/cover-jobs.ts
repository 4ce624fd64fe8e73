import { displayId } from '@curbwrench/contract/fields/display-id';
import { toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import {
  insertHistoryEvent,
  lockAppointment,
  updateAppointment,
  type LockedAppointment,
} from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { toAppointmentState } from '../queries/appointment-rows.ts';
import { loadCoverageRequest } from '../queries/stranded-jobs.ts';
import { lockDays, lockMechanic } from '../../database/locks.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import {
  appointmentChanged,
  appointmentRescheduledForCustomer,
  mechanicChanged,
  slotsChanged,
} from '../../application/events.ts';
import { decideCoverage } from '../../scheduling/rules/coverage.ts';
import type { DayPlan } from '../../scheduling/rules/day-plan.ts';
import type { CoverageStep } from '../../scheduling/rules/coverage-steps.ts';
import { decideTransition } from '../rules/appointment.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../../application/transaction.ts';

/** The new mechanic and start time of a job whose mechanic is off. */
interface CoveredJob {
  readonly appointmentId: number;
  readonly mechanicId: string;
  /** `HH:MM`. */
  readonly startTime: string;
}

/**
 * Reassigns the given jobs of a mechanic who is off today to other mechanics, at the same or a different time today.
 * Changes either all of them or none. Each job gets the checks, history and notifications of an assignment; a job whose
 * time changes also gets those of a reschedule.
 */
export async function coverJobs(
  context: Context,
  actor: Actor,
  formerMechanicId: string,
  jobs: readonly CoveredJob[],
): Promise<Result<null>> {
  const currentTime = getCurrentTime(context);
  const today = currentTime.local.date;
  return runInTransaction(context, actor.id, async (trx) => {
    await lockDays(trx, [today]);
    const mechanicIds = new Set([formerMechanicId, ...jobs.map(({ mechanicId }) => mechanicId)]);
    for (const id of [...mechanicIds].toSorted()) {
      if (!(await lockMechanic(trx, id))) return refused('not_found', 'Mechanic not found.');
    }
    const { plan, request } = await loadCoverageRequest(trx, formerMechanicId, currentTime);
    const steps = jobs.map(({ appointmentId, mechanicId, startTime }) => {
      const job = request.jobs.find((stranded) => stranded.appointmentId === appointmentId);
      const length = job ? job.interval.to - job.interval.from : 0;
      const from = toMinutes(startTime);
      return { appointmentId, mechanicId, interval: { from, to: from + length } };
    });
    const decision = decideCoverage(plan, request, steps, displayId);
    if (!decision.ok) return decision;
    const events: OutboxEvent[] = [];
    const refusal = await withMovedHolds(trx, decision.moves, async () => {
      for (const step of steps) {
        const locked = await lockJob(trx, actor, step, currentTime);
        if (!locked.ok) return locked;
        events.push(...(await writeStep(trx, actor, locked.value, step, currentTime, plan)));
      }
      return null;
    });
    if (refusal) return refusal;
    const holdEvents = await placeMissingHolds(trx, today);
    return done(null, [
      ...holdEvents,
      ...events,
      slotsChanged(today),
      ...[...mechanicIds].map((id) => mechanicChanged(id)),
    ]);
  });
}

/**
 * Locks a job whose day is already locked. Checks whether the lifecycle table allows this actor to assign it and, if
 * its time changes, to reschedule it.
 */
async function lockJob(
  trx: Transaction,
  actor: Actor,
  { appointmentId, interval }: CoverageStep,
  currentTime: CurrentTime,
): Promise<Result<LockedAppointment>> {
  const appointment = await lockAppointment(trx, appointmentId);
  if (!appointment) return refused('not_found', 'Appointment not found.');
  const isRescheduled = toMinutes(appointment.start_time) !== interval.from;
  for (const name of isRescheduled ? (['assign', 'reschedule'] as const) : (['assign'] as const)) {
    const decision = decideTransition(name, toAppointmentState(appointment), actor, currentTime);
    if (!decision.ok) return decision;
  }
  return accepted(appointment);
}

/** Stores a job's new mechanic and time, and adds both changes to its history. Returns the events to send. */
async function writeStep(
  trx: Transaction,
  actor: Actor,
  appointment: LockedAppointment,
  { mechanicId, interval }: CoverageStep,
  { now }: CurrentTime,
  { bufferMinutes }: DayPlan,
): Promise<OutboxEvent[]> {
  const { id, date, mechanic_id: formerMechanicId } = appointment;
  const fromTime = appointment.start_time.slice(0, 5);
  const toTime = toTimeOfDay(interval.from);
  const metadata = { actorId: actor.id, now };
  const assignment = {
    kind: 'assigned',
    ...metadata,
    detail: { mechanicId, formerMechanicId },
  } as const;
  const assignmentEvent = appointmentChanged(
    appointment,
    { mechanicId, formerMechanicId },
    { kind: 'assigned', by: actor.id, replacedId: formerMechanicId },
  );
  if (fromTime === toTime) {
    await updateAppointment(trx, id, { mechanic_id: mechanicId }, assignment);
    return [assignmentEvent];
  }
  await updateAppointment(
    trx,
    id,
    {
      start_time: toTime,
      end_time: toTimeOfDay(interval.to),
      mechanic_id: mechanicId,
      buffer_minutes: bufferMinutes,
      // The office confirmed working outside hours only for the old time.
      outside_hours: false,
      // A mechanic who declined the old time may accept the new one.
      declined_by: [],
    },
    {
      kind: 'rescheduled',
      ...metadata,
      detail: { fromDate: date, fromTime, toDate: date, toTime },
    },
  );
  await insertHistoryEvent(trx, id, assignment);
  return [appointmentRescheduledForCustomer(appointment, actor.id), assignmentEvent];
}
