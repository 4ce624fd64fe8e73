import type {
  WorkingTimeReply,
  StrandedAppointment,
} from '@curbwrench/contract/working-time/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import {
  holidayChanged,
  mechanicChanged,
  slotsChanged,
  workingTimeChanged,
} from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { accepted, refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockDays, lockMechanic } from '../database/locks.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import {
  listCustomerDays,
  listOfficeDays,
  moveLostHolds,
  placeMissingHolds,
} from '../scheduling/commands/place-holds.ts';
import { listDatesWithoutHold, loadDayPlans } from '../scheduling/queries/day-plans.ts';
import type { DayPlan } from '../scheduling/rules/day-plan.ts';
import { deleteStrandedJobs, insertStrandedJobs } from './changes.ts';
import { listDatesWithJobs, listStranded } from './queries.ts';
import { compareWorkingTime } from './stranding-rules.ts';

/** A change of hours, skills, time off or holidays. */
interface WorkingTimeChange {
  /** The mechanic whose working time changes; null for everyone. */
  readonly mechanicId: string | null;
  /** The first and last date that the change can affect; if missing, it can affect all dates from today on. */
  readonly from?: string;
  readonly to?: string;
  /** The ids of the appointments that the actor agreed to leave stranded after seeing the preview. */
  readonly acceptedAppointmentIds: readonly number[];
  /** Checks and makes the change while the locks are held. Returns the refusal, or null if the change was made. */
  readonly apply: (trx: Transaction) => Promise<Refused | null>;
}

/** Later than any date that can be booked. */
const latestDate = '2199-12-31';

/**
 * Changes working time if the change strands exactly the accepted appointments; otherwise changes nothing and
 * returns the appointments that it would strand. Holds that no longer fit move to other mechanics in the same
 * transaction, and appointments without a hold get one if someone is now free. Two kinds of appointments are
 * stranded: confirmed jobs whose mechanic no longer works at that time, which stay with that mechanic and need
 * attention, and appointments for which no one is free anymore. A mechanic sees only their own jobs.
 */
export async function changeWorkingTime(
  context: Context,
  actor: Actor,
  change: WorkingTimeChange,
): Promise<Result<WorkingTimeReply>> {
  const currentTime = getCurrentTime(context);
  const preview: { stranded: StrandedAppointment[] | null } = { stranded: null };
  const result = await runInTransaction<WorkingTimeReply>(context, actor.id, async (trx) => {
    preview.stranded = null;
    const { mechanicId } = change;
    const { slotDays, busyDays, lockedDays } = await lockAffectedDays(
      trx,
      context,
      change,
      currentTime,
    );
    if (mechanicId !== null && !(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'Mechanic not found.');
    }
    const before = await loadDayPlans(trx, busyDays);
    const refusal = await change.apply(trx);
    if (refusal) return refusal;
    const { events, ...effect } = await applyToAppointments(trx, before);
    for (const date of await listDatesWithoutHold(trx, currentTime.local.date)) {
      if (lockedDays.has(date)) events.push(...(await placeMissingHolds(trx, date)));
    }

    const stranded = await listStranded(
      trx,
      [...effect.lostJobs, ...effect.unplaced],
      currentTime.local,
    );
    const visibleStranded = isOfficeRole(actor.role)
      ? stranded
      : stranded.filter(({ mechanicName }) => mechanicName !== null);
    if (!hasExactlyTheseIds(visibleStranded, change.acceptedAppointmentIds)) {
      preview.stranded = visibleStranded;
      return refused('wrong_status', 'This would leave appointments without a mechanic.');
    }
    const ids = stranded.map(({ id }) => id);
    await insertStrandedJobs(
      trx,
      effect.lostJobs.filter((id) => ids.includes(id)),
    );
    const resolvedIds = await deleteStrandedJobs(trx, effect.fittingJobs, currentTime.local.date);
    return done({ saved: true, stranded: visibleStranded }, [
      ...(mechanicId === null ? [] : [mechanicChanged(mechanicId)]),
      mechanicId === null ? holidayChanged(change.from ?? '') : workingTimeChanged(mechanicId),
      ...slotDays.slice(0, 1).map(slotsChanged),
      ...events,
      ...[...ids, ...resolvedIds].map((id): OutboxEvent => ({
        kind: 'appointment',
        subjectId: id,
      })),
    ]);
  });
  const { stranded } = preview;
  return stranded === null ? result : accepted({ saved: false, stranded });
}

/**
 * Locks the days on which the change can affect bookings: the days that the office may book, and other days with
 * appointments of the mechanic (or, for a holiday, of any mechanic). Returns these days as `lockedDays`. `busyDays` are
 * the days with such appointments; `slotDays` are the busy days and the days that customers may book.
 */
async function lockAffectedDays(
  trx: Transaction,
  context: Context,
  { mechanicId, from, to }: WorkingTimeChange,
  currentTime: CurrentTime,
): Promise<{ slotDays: string[]; busyDays: string[]; lockedDays: ReadonlySet<string> }> {
  const today = currentTime.local.date;
  const firstDate = from !== undefined && from > today ? from : today;
  const lastDate = to ?? latestDate;
  const isAffected = (date: string) => firstDate <= date && date <= lastDate;
  const busyDaysBeforeLock = await listDatesWithJobs(trx, mechanicId, firstDate, lastDate);
  const lockedDays = new Set([
    ...listOfficeDays(currentTime).filter(isAffected),
    ...busyDaysBeforeLock,
  ]);
  await lockDays(trx, [...lockedDays]);
  // Read again now that the days are locked.
  const busyDays = await listDatesWithJobs(trx, mechanicId, firstDate, lastDate);
  const bookableDays = listCustomerDays(context, currentTime).filter(isAffected);
  const slotDays = [...new Set([...bookableDays, ...busyDays])].toSorted();
  return { slotDays, busyDays, lockedDays };
}

/**
 * Compares these days before and after the change, under the same settings. Moves the holds that no longer fit to other
 * mechanics, or releases them. Returns the live events and the ids of three kinds of appointments: jobs whose mechanic
 * no longer works at that time (`lostJobs`), jobs whose mechanic works at that time (`fittingJobs`), and appointments
 * that no one can take (`unplaced`).
 */
async function applyToAppointments(
  trx: Transaction,
  before: readonly DayPlan[],
): Promise<{
  lostJobs: number[];
  fittingJobs: number[];
  unplaced: number[];
  events: OutboxEvent[];
}> {
  const lostJobs: number[] = [];
  const fittingJobs: number[] = [];
  const unplaced: number[] = [];
  const events: OutboxEvent[] = [];
  const plans = await loadDayPlans(
    trx,
    before.map(({ date }) => date),
  );
  for (const [index, planBefore] of before.entries()) {
    const planAfter = plans[index];
    if (!planAfter) continue;
    const { mustEndWithinWorkingHours } = planBefore;
    const effect = compareWorkingTime(planBefore, { ...planAfter, mustEndWithinWorkingHours });
    const moved = await moveLostHolds(trx, planAfter, effect.lostHolds);
    lostJobs.push(...effect.lostJobs);
    fittingJobs.push(...effect.fittingJobs);
    unplaced.push(...moved.unplaced);
    events.push(...moved.events);
  }
  return { lostJobs, fittingJobs, unplaced, events };
}

/** Returns the result of a removal, which is refused if it would strand an appointment. */
export function toRemovalResult(result: Result<WorkingTimeReply>): Result<void> {
  if (!result.ok) return result;
  if (result.value.saved) return { ok: true, value: undefined };
  return refused('wrong_status', 'This would leave appointments without a mechanic.');
}

function hasExactlyTheseIds(
  stranded: readonly StrandedAppointment[],
  ids: readonly number[],
): boolean {
  return stranded.length === new Set(ids).size && stranded.every(({ id }) => ids.includes(id));
}
