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
  test("a confirmed job of today's can be started", () => {
    expect(allowedStepOf(confirmed, mechanic, today, null)).toEqual({
      name: 'start',
      change: { status: 'in_progress' },
      reason: null,
    });
  });

  test('a confirmed job of a later day waits for its day, and says which', () => {
    const step = allowedStepOf({ ...confirmed, date: '2026-11-24' }, mechanic, today, null);
    expect(step).toMatchObject({
      name: 'start',
      reason: 'Can start on Nov 24, 2026.',
    });
  });

  test('a confirmed job of a day gone by cannot be started any more', () => {
    const step = allowedStepOf({ ...confirmed, date: '2026-11-20' }, mechanic, today, null);
    expect(step?.reason).toMatch(/^This job was for Nov 20, 2026\./);
  });

  test('a second job waits for the one in progress', () => {
    expect(allowedStepOf(confirmed, mechanic, today, { id: 7 })?.reason).toBe(
      'Complete #0007 first.',
    );
  });

  test('a job in progress can be completed, whatever its day @mechanics.job-card', () => {
    const started: Job = { ...confirmed, status: 'in_progress', date: '2026-11-22' };
    expect(allowedStepOf(started, mechanic, today, started)).toEqual({
      name: 'complete',
      change: { status: 'completed' },
      reason: null,
    });
  });

  test('a finished job offers nothing more', () => {
    expect(allowedStepOf({ ...confirmed, status: 'completed' }, mechanic, today, null)).toBeNull();
    expect(allowedStepOf({ ...confirmed, status: 'cancelled' }, mechanic, today, null)).toBeNull();
  });

  test("nobody else is offered a mechanic's step", () => {
    expect(allowedStepOf(confirmed, { ...mechanic, id: 'm2' }, today, null)).toBeNull();
    expect(allowedStepOf(confirmed, advisor, today, null)).toBeNull();
    expect(allowedStepOf(confirmed, customer, today, null)).toBeNull();
  });
});

describe('who finds an Assign Mechanic button', () => {
  test('dispatch does, on what has no mechanic yet', () => {
    expect(needsMechanic(waiting, advisor)).toBe(true);
    expect(needsMechanic({ ...waiting, status: 'unassigned' }, advisor)).toBe(true);
  });

  test('not on what is assigned or cancelled', () => {
    expect(needsMechanic(confirmed, advisor)).toBe(false);
    expect(needsMechanic({ ...waiting, status: 'cancelled' }, advisor)).toBe(false);
  });

  test('customers and mechanics do not', () => {
    expect(needsMechanic(waiting, customer)).toBe(false);
    expect(needsMechanic(waiting, mechanic)).toBe(false);
  });
});
