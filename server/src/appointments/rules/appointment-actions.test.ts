import { expect, test } from 'vitest';
import { listActions, type JobFacts } from './appointment-actions.ts';
import type { AppointmentState } from './appointment.ts';
import { type CurrentTime, toLocalTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';

const timeZone = 'America/Los_Angeles';
const state: AppointmentState = {
  customerId: 'customer',
  mechanicId: 'mechanic',
  status: 'confirmed',
  date: '2026-03-05',
  startTime: '10:00',
  endTime: '11:00',
  cancellationCutoffHours: 24,
};
const owner: Actor = { id: 'customer', role: 'customer' };
const mechanic: Actor = { id: 'mechanic', role: 'mechanic' };
const advisor: Actor = { id: 'advisor', role: 'service_advisor' };
const noFacts: JobFacts = { hasArrived: false, canUndoStart: false, otherJobId: null };

function timeAt(instant: string): CurrentTime {
  const now = new Date(instant);
  return { now, local: toLocalTime(now, timeZone), timeZone };
}
const early = timeAt('2026-03-03T17:00:00Z');
const onTheDay = timeAt('2026-03-05T17:00:00Z');

/** Returns each offered action as a string: 'start' or, if it is not possible now, 'start: reason'. */
function describeActions(
  changes: Partial<AppointmentState>,
  actor: Actor,
  currentTime: CurrentTime,
  facts: JobFacts = noFacts,
): string[] {
  return listActions({ ...state, ...changes }, actor, currentTime, facts).map(
    ({ action, open, reason }) => (open && reason === null ? action : `${action}: ${reason}`),
  );
}

test('each person is offered the actions they may take in this status, and no others', () => {
  const names = (actor: Actor) =>
    listActions(state, actor, early, noFacts).map(({ action }) => action);
  expect(names(owner)).toEqual(['reschedule', 'cancel', 'edit_notes', 'edit_gate_code']);
  expect(names(mechanic)).toEqual(['unassign', 'start']);
  expect(names(advisor)).toEqual(['assign', 'unassign', 'reschedule', 'cancel', 'edit_gate_code']);
  expect(names({ id: 'mechanic', role: 'admin' })).toEqual([
    'assign',
    'unassign',
    'reschedule',
    'start',
    'cancel',
    'edit_gate_code',
  ]);
  expect(names({ id: 'stranger', role: 'customer' })).toEqual([]);
});

test('an action that is not possible on this day or after the cutoff comes with the reason', () => {
  expect(describeActions({}, mechanic, early)).toEqual([
    'unassign',
    'start: A job can only be started on its scheduled day, Thu, Mar 05, 2026.',
  ]);
  expect(describeActions({}, owner, onTheDay)).toEqual([
    'reschedule: The deadline for online changes was 24 hours before your appointment. Please call us.',
    'cancel: The deadline for online changes was 24 hours before your appointment. Please call us.',
    'edit_notes',
    'edit_gate_code',
  ]);
});

test('an action that the status rules out is not offered', () => {
  expect(describeActions({ status: 'pending', mechanicId: null }, advisor, onTheDay)).toEqual([
    'assign',
    'reschedule',
    'cancel',
    'edit_gate_code',
  ]);
  expect(describeActions({ status: 'in_progress' }, advisor, onTheDay)).toEqual([
    'cancel',
    'edit_gate_code',
  ]);
  expect(describeActions({ status: 'in_progress' }, owner, onTheDay)).toEqual(['edit_gate_code']);
  for (const status of ['completed', 'cancelled'] as const) {
    for (const actor of [owner, mechanic, advisor]) {
      expect(describeActions({ status }, actor, onTheDay), `${status}, ${actor.role}`).toEqual([]);
    }
  }
});

test('a job in progress prevents starting another, and after arrival it can only be completed', () => {
  expect(describeActions({}, mechanic, onTheDay, { ...noFacts, otherJobId: 42 })).toContain(
    'start: Appointment #0042 is still in progress; complete it first.',
  );
  expect(describeActions({}, mechanic, onTheDay)).toContain('start');
  const inProgress = { status: 'in_progress' } as const;
  expect(describeActions(inProgress, mechanic, onTheDay)).toContain('arrive');
  expect(describeActions(inProgress, mechanic, onTheDay, { ...noFacts, hasArrived: true })).toEqual(
    ['complete'],
  );
});

test('undoing the start is offered to the mechanic only while it can be undone', () => {
  const inProgress = { status: 'in_progress' } as const;
  const canUndo = { ...noFacts, canUndoStart: true };
  expect(describeActions(inProgress, mechanic, onTheDay, canUndo)).toContain('undo_start');
  expect(describeActions(inProgress, mechanic, onTheDay)).not.toContain('undo_start');
  expect(describeActions(inProgress, advisor, onTheDay, canUndo)).not.toContain('undo_start');
});
