import { expect, test } from 'vitest';
import { actionsOf, type JobFacts } from './appointment-actions.ts';
import type { Actor, AppointmentState, Moment } from './appointment.ts';
import { localTime } from './business-time.ts';

const timeZone = 'America/Los_Angeles';
const state: AppointmentState = {
  customerId: 'customer',
  mechanicId: 'mechanic',
  status: 'confirmed',
  date: '2026-03-05',
  startTime: '10:00',
  endTime: '11:00',
  cancelUntilHours: 24,
};
const owner: Actor = { id: 'customer', role: 'customer' };
const mechanic: Actor = { id: 'mechanic', role: 'mechanic' };
const advisor: Actor = { id: 'advisor', role: 'service_advisor' };
const nothingElse: JobFacts = { hasArrived: false, otherJob: null };

function momentAt(instant: string): Moment {
  const now = new Date(instant);
  return { now, local: localTime(now, timeZone), timeZone };
}
const early = momentAt('2026-03-03T17:00:00Z');
const onTheDay = momentAt('2026-03-05T17:00:00Z');

/** 'start', or 'start: why not'. */
function told(
  change: Partial<AppointmentState>,
  actor: Actor,
  moment: Moment,
  facts: JobFacts = nothingElse,
): string[] {
  return actionsOf({ ...state, ...change }, actor, moment, facts).map(({ action, open, reason }) =>
    open && reason === null ? action : `${action}: ${reason}`,
  );
}

test('everyone is told of what they may ever do, and of nothing else', () => {
  const names = (actor: Actor) =>
    actionsOf(state, actor, early, nothingElse).map(({ action }) => action);
  expect(names(owner)).toEqual(['reschedule', 'cancel', 'edit_notes']);
  expect(names(mechanic)).toEqual(['unassign', 'start', 'arrive', 'complete']);
  expect(names(advisor)).toEqual(['assign', 'unassign', 'reschedule', 'cancel']);
  expect(names({ id: 'mechanic', role: 'admin' })).toEqual([
    'assign',
    'unassign',
    'reschedule',
    'start',
    'arrive',
    'complete',
    'cancel',
  ]);
  expect(names({ id: 'stranger', role: 'customer' })).toEqual([]);
});

test('what is not open says why: the status, the day, the cut-off', () => {
  expect(told({}, mechanic, early)).toEqual([
    'unassign',
    'start: A job can be started only on its own day, Mar 05, 2026.',
    "arrive: A confirmed appointment can't be marked as arrived at.",
    "complete: A confirmed appointment can't be completed.",
  ]);
  expect(told({}, owner, onTheDay)).toEqual([
    'reschedule: This can be changed until 24 hours before the start, Mar 05, 2026 at 10:00 AM. Please call us.',
    'cancel: This can be changed until 24 hours before the start, Mar 05, 2026 at 10:00 AM. Please call us.',
    'edit_notes',
  ]);
  expect(told({ status: 'completed' }, advisor, onTheDay)).toEqual([
    "assign: A completed appointment can't be assigned.",
    "unassign: A completed appointment can't be unassigned.",
    "reschedule: A completed appointment can't be rescheduled.",
    "cancel: A completed appointment can't be cancelled.",
  ]);
});

test('a start waits for the job that is under way, an arrival happens once', () => {
  expect(told({}, mechanic, onTheDay, { hasArrived: false, otherJob: 42 })).toContain(
    'start: Appointment #0042 is still in progress; complete it first.',
  );
  expect(told({}, mechanic, onTheDay)).toContain('start');
  const underWay = { status: 'in_progress' } as const;
  expect(told(underWay, mechanic, onTheDay)).toContain('arrive');
  expect(told(underWay, mechanic, onTheDay, { hasArrived: true, otherJob: null })).toContain(
    'arrive: You have said already that you arrived.',
  );
});
