import type { AppointmentAction } from '@curbwrench/contract/appointments/schemas';
import { describe, expect, it } from 'vitest';
import {
  getActionLabel,
  groupByReason,
  getNextSteps,
  getOrderedActions,
  type ButtonAction,
} from './appointment-actions.ts';

const makeAvailable = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: true,
  reason: null,
});
const makeUnavailable = (action: AppointmentAction['action']): AppointmentAction => ({
  action,
  open: false,
  reason: 'Not now.',
});

describe("an appointment's actions", () => {
  it('are shown in the order in which a job advances, without the action that edits the notes', () => {
    const actions = [
      makeAvailable('cancel'),
      makeAvailable('edit_notes'),
      makeAvailable('reschedule'),
      makeUnavailable('start'),
    ];
    expect(getOrderedActions({ actions }).map(({ action }) => action)).toEqual([
      'start',
      'reschedule',
      'cancel',
    ]);
  });

  it('include the next steps: the available actions that advance the job, in order', () => {
    const actions = [
      makeUnavailable('start'),
      makeAvailable('complete'),
      makeAvailable('arrive'),
      makeAvailable('cancel'),
    ];
    expect(getNextSteps({ actions }).map(({ action }) => action)).toEqual(['arrive', 'complete']);
    expect(
      getNextSteps({ actions: [makeUnavailable('start'), makeAvailable('unassign')] }),
    ).toEqual([]);
  });

  it('are labeled by what they do and who takes them', () => {
    expect(getActionLabel('assign', { mechanicId: null }, 'a')).toBe('Assign Mechanic');
    expect(getActionLabel('assign', { mechanicId: 'm' }, 'a')).toBe('Change mechanic');
    expect(getActionLabel('unassign', { mechanicId: 'm' }, 'a')).toBe('Unassign mechanic');
    expect(getActionLabel('unassign', { mechanicId: 'm' }, 'm')).toBe('Decline job');
  });

  it('are grouped by the reason why they are unavailable', () => {
    const makeUnavailableFor = (action: ButtonAction['action'], reason: string): ButtonAction => ({
      action,
      open: false,
      reason,
    });
    const tooLate = 'The deadline for online changes was 24 hours before your appointment.';
    expect(
      groupByReason([
        makeUnavailableFor('reschedule', tooLate),
        makeUnavailableFor('start', 'Appointment #0042 is still in progress; complete it first.'),
        makeUnavailableFor('cancel', tooLate),
      ]).map(({ reason, actions }) => [reason, ...actions.map(({ action }) => action)]),
    ).toEqual([
      [tooLate, 'reschedule', 'cancel'],
      ['Appointment #0042 is still in progress; complete it first.', 'start'],
    ]);
  });
});
