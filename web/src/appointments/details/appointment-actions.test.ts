import type { AppointmentAction } from '@curbwrench/contract/appointments/schemas';
import { describe, expect, it } from 'vitest';
import {
  getActionLabel,
  groupByReason,
  getNextSteps,
  getOrderedActions,
  type ButtonAction,
} from './appointment-actions.ts';

const makeOpen = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: true,
  reason: null,
});
const makeClosed = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: false,
  reason: 'Not now.',
});

describe('the actions of an appointment', () => {
  it('are shown in the order in which a job advances, without the notes', () => {
    const actions = [
      makeOpen('cancel'),
      makeOpen('edit_notes'),
      makeOpen('reschedule'),
      makeClosed('start'),
    ];
    expect(getOrderedActions({ actions }).map(({ action }) => action)).toEqual([
      'start',
      'reschedule',
      'cancel',
    ]);
  });

  it('that advance the job are its next steps if they are available, in order', () => {
    const actions = [
      makeClosed('start'),
      makeOpen('complete'),
      makeOpen('arrive'),
      makeOpen('cancel'),
    ];
    expect(getNextSteps({ actions }).map(({ action }) => action)).toEqual(['arrive', 'complete']);
    expect(getNextSteps({ actions: [makeClosed('start'), makeOpen('unassign')] })).toEqual([]);
  });

  it('are labeled by their effect and by who takes them', () => {
    expect(getActionLabel('assign', { mechanicId: null }, 'a')).toBe('Assign Mechanic');
    expect(getActionLabel('assign', { mechanicId: 'm' }, 'a')).toBe('Change Mechanic');
    expect(getActionLabel('unassign', { mechanicId: 'm' }, 'a')).toBe('Unassign Mechanic');
    expect(getActionLabel('unassign', { mechanicId: 'm' }, 'm')).toBe('Decline Job');
  });

  it('that are unavailable for the same reason are grouped under that reason', () => {
    const makeClosedFor = (action: ButtonAction['action'], reason: string): ButtonAction => ({
      action,
      open: false,
      reason,
    });
    const tooLate = 'This can be changed until 24 hours before the start.';
    expect(
      groupByReason([
        makeClosedFor('reschedule', tooLate),
        makeClosedFor('start', 'Appointment #0042 is still in progress; complete it first.'),
        makeClosedFor('cancel', tooLate),
      ]).map(({ reason, actions }) => [reason, ...actions.map(({ action }) => action)]),
    ).toEqual([
      [tooLate, 'reschedule', 'cancel'],
      ['Appointment #0042 is still in progress; complete it first.', 'start'],
    ]);
  });
});
