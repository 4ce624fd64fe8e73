import { describe, expect, test } from 'vitest';
import { allowedStepOf, needsMechanic, type Job } from './allowed-step.ts';

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

describe('the step a mechanic can take', () => {
  test('on a confirmed job for today is to start it', () => {
    expect(allowedStepOf(confirmed, mechanic, today, null)).toEqual({
      name: 'start',
      change: { status: 'in_progress' },
      reason: null,
    });
  });

  test('on a confirmed job for a later day waits for that day, and says which', () => {
    const step = allowedStepOf({ ...confirmed, date: '2026-11-24' }, mechanic, today, null);
    expect(step).toMatchObject({
      name: 'start',
      reason: 'Can start on Nov 24, 2026.',
    });
  });

  test('on a confirmed job for a past day is disabled', () => {
    const step = allowedStepOf({ ...confirmed, date: '2026-11-20' }, mechanic, today, null);
    expect(step?.reason).toMatch(/^This job was for Nov 20, 2026\./);
  });

  test('on a second job waits for the one in progress', () => {
    expect(allowedStepOf(confirmed, mechanic, today, { id: 7 })?.reason).toBe(
      'Complete #0007 first.',
    );
  });

  test('on a job in progress is to complete it, whatever its day @mechanics.job-card', () => {
    const started: Job = { ...confirmed, status: 'in_progress', date: '2026-11-22' };
    expect(allowedStepOf(started, mechanic, today, started)).toEqual({
      name: 'complete',
      change: { status: 'completed' },
      reason: null,
    });
  });

  test('on a finished or cancelled job is none', () => {
    expect(allowedStepOf({ ...confirmed, status: 'completed' }, mechanic, today, null)).toBeNull();
    expect(allowedStepOf({ ...confirmed, status: 'cancelled' }, mechanic, today, null)).toBeNull();
  });

  test('is offered to no one else', () => {
    expect(allowedStepOf(confirmed, { ...mechanic, id: 'm2' }, today, null)).toBeNull();
    expect(allowedStepOf(confirmed, advisor, today, null)).toBeNull();
    expect(allowedStepOf(confirmed, customer, today, null)).toBeNull();
  });
});

describe('an Assign Mechanic button', () => {
  test('is offered to dispatch for an appointment without a mechanic', () => {
    expect(needsMechanic(waiting, advisor)).toBe(true);
    expect(needsMechanic({ ...waiting, status: 'unassigned' }, advisor)).toBe(true);
  });

  test('is not offered for an assigned or cancelled appointment', () => {
    expect(needsMechanic(confirmed, advisor)).toBe(false);
    expect(needsMechanic({ ...waiting, status: 'cancelled' }, advisor)).toBe(false);
  });

  test('is not offered to customers and mechanics', () => {
    expect(needsMechanic(waiting, customer)).toBe(false);
    expect(needsMechanic(waiting, mechanic)).toBe(false);
  });
});
