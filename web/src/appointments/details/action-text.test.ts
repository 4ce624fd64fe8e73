import type { AppointmentAction } from '@curbwrench/contract/appointments/schemas';
import { describe, expect, it } from 'vitest';
import { actionWords, byReason, nextSteps, shownActions, type NamedAction } from './action-text.ts';

const open = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: true,
  reason: null,
});
const closed = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: false,
  reason: 'Not now.',
});

describe('the actions of an appointment', () => {
  it('are shown in the order in which a job advances, without the notes', () => {
    const actions = [open('cancel'), open('edit_notes'), open('reschedule'), closed('start')];
    expect(shownActions({ actions }).map(({ action }) => action)).toEqual([
      'start',
      'reschedule',
      'cancel',
    ]);
  });

  it('start with the available steps of a job, the next one first', () => {
    const actions = [closed('start'), open('complete'), open('arrive'), open('cancel')];
    expect(nextSteps({ actions }).map(({ action }) => action)).toEqual(['arrive', 'complete']);
    expect(nextSteps({ actions: [closed('start'), open('unassign')] })).toEqual([]);
  });

  it('are labeled for who takes them and what they do', () => {
    expect(actionWords('assign', { mechanicId: null }, 'a')).toBe('Assign Mechanic');
    expect(actionWords('assign', { mechanicId: 'm' }, 'a')).toBe('Change Mechanic');
    expect(actionWords('unassign', { mechanicId: 'm' }, 'a')).toBe('Unassign Mechanic');
    expect(actionWords('unassign', { mechanicId: 'm' }, 'm')).toBe('Decline Job');
  });

  it('that are unavailable for the same reason are grouped, with the reason once', () => {
    const why = (action: NamedAction['action'], reason: string): NamedAction => ({
      action,
      open: false,
      reason,
    });
    const late = 'This can be changed until 24 hours before the start.';
    expect(
      byReason([
        why('reschedule', late),
        why('start', 'Appointment #0042 is still in progress; complete it first.'),
        why('cancel', late),
      ]).map(({ reason, actions }) => [reason, ...actions.map(({ action }) => action)]),
    ).toEqual([
      [late, 'reschedule', 'cancel'],
      ['Appointment #0042 is still in progress; complete it first.', 'start'],
    ]);
  });
});
