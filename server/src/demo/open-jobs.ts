import type { DemoContext } from './demo-options.ts';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { openStatuses, type AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Transaction } from 'kysely';
import type { HistoryKind } from '../appointments/changes/appointment-changes.ts';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { buildPaymentRow, getStateToday } from './appointment-rows.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoWorld } from './demo-world.ts';
import { planPayment } from './job-details.ts';
import { totalOfAppointment } from '../payments/line-queries.ts';
import { loadRows, type RowOf } from './load-rows.ts';
import { createRandom } from './random.ts';

/** A generated appointment that is still open. */
interface OpenJob {
  readonly id: number;
  readonly customerId: string;
  readonly mechanicId: string | null;
  readonly heldMechanicId: string | null;
  readonly date: string;
  readonly interval: Interval;
  readonly status: AppointmentStatus;
  readonly price: string;
  readonly updatedAt: Date;
}

/** A change to an open job: its new status and mechanic, and the history entries to add. */
interface Change {
  readonly job: OpenJob;
  readonly status: AppointmentStatus;
  readonly mechanicId: string | null;
  readonly history: readonly { kind: HistoryKind; at: Date; actor: string; detail?: object }[];
}

/** Returns the generated appointments before or on a date that are still open. */
export async function readOpenJobs(
  trx: Transaction<Database>,
  when: 'before' | 'on',
  date: string,
): Promise<OpenJob[]> {
  const { rows } = await sql<{
    id: number;
    customer_id: string;
    mechanic_id: string | null;
    held_mechanic_id: string | null;
    date: string;
    start_time: string;
    end_time: string;
    status: AppointmentStatus;
    price: string;
    updated_at: Date;
  }>`
    select id, customer_id, mechanic_id, held_mechanic_id, date, start_time, end_time, status,
      ${totalOfAppointment} as price, updated_at
    from appointments a
    where source = 'generated' and status = any(${[...openStatuses]}::text[])
      and date ${when === 'before' ? sql`<` : sql`=`} ${date}::date
    order by date, start_time, id
  `.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    mechanicId: row.mechanic_id,
    heldMechanicId: row.held_mechanic_id,
    date: row.date,
    interval: { from: toMinutes(row.start_time), to: toMinutes(row.end_time) },
    status: row.status,
    price: row.price,
    updatedAt: row.updated_at,
  }));
}

/**
 * Ends the open jobs from previous days the way the demo's people would have: completes jobs with a
 * mechanic and cancels the others. Returns the ids of the changed appointments.
 */
export async function endPastJobs(
  trx: Transaction<Database>,
  world: DemoWorld,
  context: DemoContext,
): Promise<number[]> {
  const jobs = await readOpenJobs(trx, 'before', context.local.date);
  const advisor = world.advisorIds[0] ?? demoAccountIds.admin;
  return applyChanges(
    trx,
    jobs.map((job) =>
      job.mechanicId === null
        ? cancelJob(job, advisor, context)
        : carryOutJob(job, job.mechanicId, 'completed', advisor, context),
    ),
    context,
  );
}

/**
 * Brings today's jobs to the state they would have by now. A job without a mechanic is assigned less than an hour
 * before it starts, to the mechanic of its hold. The demo mechanic's last two jobs stay confirmed, and a job in
 * progress stays in progress. Returns the ids of the changed appointments.
 */
export async function progressTodaysJobs(
  trx: Transaction<Database>,
  world: DemoWorld,
  context: DemoContext,
): Promise<number[]> {
  const { date, minutes } = context.local;
  const jobs = await readOpenJobs(trx, 'on', date);
  const mechanicsOnAJob = await readMechanicsOnAJob(trx);
  const jobsToKeepConfirmed = new Set(
    jobs
      .filter((job) => job.mechanicId === demoAccountIds.mechanic && job.status === 'confirmed')
      .slice(-2),
  );
  const advisor = world.advisorIds[0] ?? demoAccountIds.admin;
  const changes = jobs.flatMap((job) => {
    const mechanicId = job.mechanicId ?? job.heldMechanicId;
    if (job.status === 'in_progress' || mechanicId === null || jobsToKeepConfirmed.has(job))
      return [];
    if (job.status !== 'confirmed' && job.interval.from >= minutes + 60) return [];
    const currentState = getStateToday(mechanicId, job.interval, minutes);
    const state =
      currentState === 'in_progress' && mechanicsOnAJob.has(mechanicId)
        ? 'confirmed'
        : currentState;
    return state === job.status ? [] : [carryOutJob(job, mechanicId, state, advisor, context)];
  });
  return applyChanges(trx, changes, context);
}

/** Returns the mechanics with a job in progress, on any day. */
export async function readMechanicsOnAJob(
  trx: Transaction<Database>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mechanic_id: string }>`
    select mechanic_id from appointments where status = 'in_progress'
  `.execute(trx);
  return new Set(rows.map((row) => row.mechanic_id));
}

/** Cancels a job as of its planned end. */
function cancelJob(job: OpenJob, advisor: string, context: DemoContext): Change {
  const at = context.toInstant(job.date, job.interval.to);
  const detail = { reason: 'No mechanic was available in time.' };
  return {
    job,
    status: 'cancelled',
    mechanicId: null,
    history: [{ kind: 'cancelled', at, actor: advisor, detail }],
  };
}

/** Brings a job to this state, with history entries for the assignment, start and completion that are missing. */
function carryOutJob(
  job: OpenJob,
  mechanicId: string,
  state: 'confirmed' | 'in_progress' | 'completed',
  advisor: string,
  { toInstant }: DemoContext,
): Change {
  const { date, interval, status } = job;
  const history: Change['history'][number][] = [];
  if (status === 'pending' || status === 'unassigned') {
    const detail = { mechanicId, formerMechanicId: null };
    history.push({
      kind: 'assigned',
      at: toInstant(date, interval.from - 45),
      actor: advisor,
      detail,
    });
  }
  if (state !== 'confirmed' && status !== 'in_progress') {
    history.push({ kind: 'started', at: toInstant(date, interval.from), actor: mechanicId });
  }
  if (state === 'completed') {
    history.push({ kind: 'completed', at: toInstant(date, interval.to), actor: mechanicId });
  }
  return { job, status: state, mechanicId, history };
}

async function applyChanges(
  trx: Transaction<Database>,
  changes: readonly Change[],
  context: DemoContext,
): Promise<number[]> {
  if (changes.length === 0) return [];
  const clampedChanges = changes.map((change) => ({
    ...change,
    history: clampTimes(change, context),
  }));
  const rows = clampedChanges.map(({ job, status, mechanicId, history }) => ({
    id: job.id,
    status,
    mechanic_id: mechanicId,
    updated_at: history.at(-1)?.at ?? job.updatedAt,
  }));
  await sql`
    update appointments a
    set status = c.status, mechanic_id = c.mechanic_id, held_mechanic_id = null,
      updated_at = c.updated_at
    from json_populate_recordset(null::appointments, ${JSON.stringify(rows)}::json) c
    where a.id = c.id
  `.execute(trx);
  await loadRows(trx, 'appointment_events', clampedChanges.flatMap(toHistoryRows));
  await loadRows(
    trx,
    'payments',
    clampedChanges.flatMap(({ job, status, history }) => {
      if (status !== 'completed') return [];
      const completedAt = history.at(-1)?.at ?? context.now;
      const plannedPayment = planPayment(createRandom(context.seed, 'payment', job.id));
      return [
        {
          appointment_id: job.id,
          ...buildPaymentRow(job.customerId, job.price, plannedPayment, completedAt, context),
        },
      ];
    }),
  );
  return changes.map(({ job }) => job.id);
}

/** Returns the history entries, with their times moved to between the job's last change and now if necessary. */
function clampTimes({ job, history }: Change, { now }: DemoContext): Change['history'] {
  return history.map((entry) => ({
    ...entry,
    at: new Date(Math.min(Math.max(entry.at.getTime(), job.updatedAt.getTime()), now.getTime())),
  }));
}

function toHistoryRows({ job, history }: Change): RowOf<'appointment_events'>[] {
  return history.map(({ kind, at, actor, detail = {} }) => ({
    appointment_id: job.id,
    kind,
    at,
    actor_id: actor,
    detail: { ...detail },
  }));
}
