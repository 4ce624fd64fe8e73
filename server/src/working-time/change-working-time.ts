import type {
  WorkingTimeReply,
  StrandedAppointment,
} from '@curbwrench/contract/working-time/schemas';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import { mechanicChanged, slotsChanged, workingTimeChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Moment } from '../application/rules/business-time.ts';
import { accepted, refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockDays, lockMechanic } from '../database/locks.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { placeHolds, releaseHolds } from '../scheduling/changes/hold-changes.ts';
import { listBookableDays, placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import { listDatesWithoutHold, loadDayPlan } from '../scheduling/queries/day-plans.ts';
import type { DayPlan } from '../scheduling/rules/day-plan.ts';
import { findMissingHolds } from '../scheduling/rules/holds.ts';
import { deleteStrandedJobs, insertStrandedJobs } from './changes.ts';
import { listDatesWithJobs, listStranded } from './queries.ts';
import { compareWorkingTime } from './stranding-rules.ts';

/** A change of hours, skills, time off or holidays. */
interface WorkingTimeChange {
  /** Whose; null: everyone's. */
  readonly mechanicId: string | null;
  /** The only dates that it can affect; all from today on without them. */
  readonly from?: string;
  readonly to?: string;
  /** The appointments that may lose their mechanic's time, as the actor was shown them. */
  readonly accepted: readonly number[];
  /** Decides under the locks and makes the change; null if it was made. */
  readonly make: (trx: Transaction) => Promise<Refused | null>;
}

/** Later than any date that can be booked. */
const endOfTime = '2199-12-31';

/**
 * Makes a change of working time, if it strands no other appointments than those that were accepted; otherwise it
 * changes nothing and returns those it would strand. Holds that no longer fit move to other mechanics in the
 * same transaction, and appointments without a hold get one where someone is free now. Stranded are confirmed
 * jobs whose mechanic no longer works then, which keep that mechanic and need attention, and appointments for
 * which no one is free any more. A mechanic is shown only their own jobs.
 */
export async function changeWorkingTime(
  context: Context,
  actor: Actor,
  change: WorkingTimeChange,
): Promise<Result<WorkingTimeReply>> {
  const moment = getCurrentMoment(context);
  const preview: { stranded: StrandedAppointment[] | null } = { stranded: null };
  const result = await runInTransaction<WorkingTimeReply>(context, actor.id, async (trx) => {
    preview.stranded = null;
    const { mechanicId } = change;
    const days = await lockAffectedDays(trx, change, moment);
    if (mechanicId !== null && !(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'There is no such mechanic.');
    }
    const before = await loadBusyDays(trx, context, mechanicId, days);
    const refusal = await change.make(trx);
    if (refusal) return refusal;
    const effect = await moveLostHolds(trx, context, before);
    for (const date of await listDatesWithoutHold(trx, moment.local.date)) {
      if (days.includes(date)) await placeMissingHolds(trx, context, date);
    }

    const stranded = await listStranded(
      trx,
      [...effect.lostJobs, ...effect.unplaced],
      moment.local,
    );
    const shown = isDispatchRole(actor.role)
      ? stranded
      : stranded.filter(({ mechanicName }) => mechanicName !== null);
    if (!isSameList(shown, change.accepted)) {
      preview.stranded = shown;
      return refused('wrong_status', 'This leaves appointments without a mechanic.');
    }
    const ids = stranded.map(({ id }) => id);
    await insertStrandedJobs(
      trx,
      effect.lostJobs.filter((id) => ids.includes(id)),
    );
    const freed = await deleteStrandedJobs(trx, effect.fittingJobs, moment.local.date);
    return done({ saved: true, stranded: shown }, [
      ...(mechanicId === null ? [] : [mechanicChanged(mechanicId)]),
      workingTimeChanged(mechanicId ?? change.from ?? ''),
      ...days.map(slotsChanged),
      ...[...ids, ...freed].map((id): OutboxEvent => ({ kind: 'appointment', subjectId: id })),
    ]);
  });
  const { stranded } = preview;
  return stranded === null ? result : accepted({ saved: false, stranded });
}

/**
 * Locks the days on which the change can affect bookings: those that can be booked, and later ones with
 * appointments. Returns them.
 */
async function lockAffectedDays(
  trx: Transaction,
  { mechanicId, from, to }: WorkingTimeChange,
  moment: Moment,
): Promise<string[]> {
  const today = moment.local.date;
  const first = from !== undefined && from > today ? from : today;
  const last = to ?? endOfTime;
  const withJobs = await listDatesWithJobs(trx, mechanicId, first, last);
  const bookable = listBookableDays(moment).filter((date) => date >= first && date <= last);
  const days = [...new Set([...bookable, ...withJobs])].toSorted();
  await lockDays(trx, days);
  return days;
}

/** Returns the plans of those locked days on which an appointment takes up the mechanic's time, or anyone's. */
async function loadBusyDays(
  trx: Transaction,
  context: Context,
  mechanicId: string | null,
  days: readonly string[],
): Promise<DayPlan[]> {
  const [first = endOfTime] = days;
  const dates = await listDatesWithJobs(trx, mechanicId, first, days.at(-1) ?? first);
  const plans: DayPlan[] = [];
  for (const date of dates) if (days.includes(date)) plans.push(await loadDay(trx, context, date));
  return plans;
}

async function loadDay(trx: Transaction, context: Context, date: string): Promise<DayPlan> {
  const { plan } = await loadDayPlan(trx, date, [], context.business.jobsEndWithinHours);
  return plan;
}

/**
 * Moves the holds that no longer fit to other mechanics, or releases them. Returns what the change did to the
 * appointments of these days, with those that no one can take.
 */
async function moveLostHolds(
  trx: Transaction,
  context: Context,
  before: readonly DayPlan[],
): Promise<{ lostJobs: number[]; fittingJobs: number[]; unplaced: number[] }> {
  const total = { lostJobs: [] as number[], fittingJobs: [] as number[], unplaced: [] as number[] };
  for (const planBefore of before) {
    const plan = await loadDay(trx, context, planBefore.date);
    const { lostJobs, fittingJobs, lostHolds } = compareWorkingTime(planBefore, plan);
    if (lostHolds.length > 0) {
      const holds = findMissingHolds(plan, lostHolds);
      await releaseHolds(trx, [...new Set([...lostHolds, ...holds.keys()])]);
      await placeHolds(trx, holds);
      total.unplaced.push(...lostHolds.filter((id) => !holds.has(id)));
    }
    total.lostJobs.push(...lostJobs);
    total.fittingJobs.push(...fittingJobs);
  }
  return total;
}

function isSameList(shown: readonly StrandedAppointment[], ids: readonly number[]): boolean {
  return shown.length === new Set(ids).size && shown.every(({ id }) => ids.includes(id));
}
