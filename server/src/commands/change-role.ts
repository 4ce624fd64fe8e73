import { bookingWindowDays, displayId } from '@curbwrench/contract/booking-rules';
import { addDays } from '@curbwrench/contract/calendar';
import type { Role } from '@curbwrench/contract/roles';
import { releaseHolds } from '../db/appointment-changes.ts';
import { datesWithoutHold, holdsOf } from '../db/day-plans.ts';
import { lockDays, lockMechanic } from '../db/locks.ts';
import { activateMechanic, deactivateMechanic, openJobsOf } from '../db/mechanic-changes.ts';
import { announce } from '../db/outbox-changes.ts';
import { lockAdmins, lockRole, setRole } from '../db/user-changes.ts';
import type { Actor, Moment } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { mechanicChanged, slotsChanged } from './announcements.ts';
import { placeMissingHolds } from './placement.ts';
import { momentOf, perform, type Context, type Work } from './transaction.ts';

/**
 * Gives someone another role. The last admin stays one, and a mechanic with open jobs stays one
 * until they are moved (D3). Who becomes a mechanic gets default hours, and appointments that wait
 * without a hold get one; holds on who stops being one move to others where they can (D5).
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<Outcome<void>> {
  const moment = momentOf(context);
  return perform(context, async (trx) => {
    // All admins before the one person, so that two demotions at once queue up.
    const admins = await lockAdmins(trx);
    const former = await lockRole(trx, userId);
    // Whoever was demoted while waiting for the lock changes nobody's role any more.
    if (!admins.includes(actor.id)) return refused('not_allowed', 'You may not do that.');
    if (former === null) return refused('not_found', 'There is no such person.');
    if (former === role) return accepted(undefined);
    if (former === 'admin' && admins.length === 1) {
      return refused('last_admin', 'The last admin must stay one.');
    }

    let days: string[] = [];
    if (former === 'mechanic' || role === 'mechanic') {
      // No booking and no assignment may come in between, on any day that can be booked.
      await lockDays(trx, bookableDays(moment));
      const stopped = former === 'mechanic' ? await stopWorking(trx, userId) : accepted(undefined);
      if (!stopped.ok) return stopped;
      if (role === 'mechanic') await activateMechanic(trx, userId);
      days = await datesWithoutHold(trx, moment.local.date);
      for (const date of days) await placeMissingHolds(trx, context, date);
    }

    await setRole(trx, userId, role, moment.now);
    await announce(
      trx,
      [
        { kind: 'user', subjectId: userId, customerId: userId },
        mechanicChanged(userId),
        ...days.map(slotsChanged),
      ],
      moment.now,
    );
    return accepted(undefined);
  });
}

async function stopWorking(trx: Work, mechanicId: string): Promise<Outcome<void>> {
  await lockMechanic(trx, mechanicId);
  const jobs = await openJobsOf(trx, mechanicId);
  const [first] = jobs;
  if (first !== undefined) {
    const others = jobs.length > 1 ? ` and ${jobs.length - 1} more` : '';
    return refused(
      'open_jobs',
      `They still have appointment ${displayId(first)}${others}; please assign it to someone else first.`,
    );
  }
  await deactivateMechanic(trx, mechanicId);
  await releaseHolds(trx, await holdsOf(trx, mechanicId));
  return accepted(undefined);
}

function bookableDays(moment: Moment): string[] {
  return Array.from({ length: bookingWindowDays + 1 }, (_, day) => addDays(moment.local.date, day));
}
