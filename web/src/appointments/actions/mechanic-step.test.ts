import { describe, expect, test } from 'vitest';
import { findMechanicStep, canAssignMechanic, type Job } from './mechanic-step.ts';

const today = '2026-11-23';
const mechanic = { id: 'm1', role: 'mechanic' } as const;
const advisor = { id: 'a1', role: 'service_advisor' } as const;
const customer = { id: 'c1', role: 'customer' } as const;

const confirmed: Job = {
  id: 42,
  customerId: 'c1',
  mechanicId: 'm1',
  status: 'confirmed',
  date: today,
};
const waiting: Job = { ...confirmed, mechanicId: null, status: 'pending' };

describe('the next step of a mechanic', () => {
  test('on a confirmed job for today is starting it', () => {
    expect(findMechanicStep(confirmed, mechanic, today, null)).toEqual({
      name: 'start',
      change: { status: 'in_progress' },
      reason: null,
    });
  });

  test('on a confirmed job for a later day has to wait, and says for which day', () => {
    const step = findMechanicStep({ ...confirmed, date: '2026-11-24' }, mechanic, today, null);
    expect(step).toMatchObject({
      name: 'start',
      reason: 'Can be started on Nov 24, 2026.',
    });
  });

  test('on a confirmed job for a past day is disabled', () => {
    const step = findMechanicStep({ ...confirmed, date: '2026-11-20' }, mechanic, today, null);
    expect(step?.reason).toMatch(/^This job was for Nov 20, 2026\./);
  });

  test('on a second job has to wait for the one in progress', () => {
    expect(findMechanicStep(confirmed, mechanic, today, { id: 7 })?.reason).toBe(
      'Complete #0007 first.',
    );
  });

  test('on a job in progress is completing it, whatever its day @mechanics.job-card', () => {
    const started: Job = { ...confirmed, status: 'in_progress', date: '2026-11-22' };
    expect(findMechanicStep(started, mechanic, today, started)).toEqual({
      name: 'complete',
      change: { status: 'completed' },
      reason: null,
    });
  });

  test('does not exist on a completed or cancelled job', () => {
    expect(
      findMechanicStep({ ...confirmed, status: 'completed' }, mechanic, today, null),
    ).toBeNull();
    expect(
      findMechanicStep({ ...confirmed, status: 'cancelled' }, mechanic, today, null),
    ).toBeNull();
  });

  test('is offered to no one else', () => {
    expect(findMechanicStep(confirmed, { ...mechanic, id: 'm2' }, today, null)).toBeNull();
    expect(findMechanicStep(confirmed, advisor, today, null)).toBeNull();
    expect(findMechanicStep(confirmed, customer, today, null)).toBeNull();
  });
});

describe('an Assign Mechanic button', () => {
  test('is offered to dispatch for an appointment without a mechanic', () => {
    expect(canAssignMechanic(waiting, advisor)).toBe(true);
    expect(canAssignMechanic({ ...waiting, status: 'unassigned' }, advisor)).toBe(true);
  });

  test('is not offered for an assigned or cancelled appointment', () => {
    expect(canAssignMechanic(confirmed, advisor)).toBe(false);
    expect(canAssignMechanic({ ...waiting, status: 'cancelled' }, advisor)).toBe(false);
  });

  test('is not offered to customers and mechanics', () => {
    expect(canAssignMechanic(waiting, customer)).toBe(false);
    expect(canAssignMechanic(waiting, mechanic)).toBe(false);
  });
});
