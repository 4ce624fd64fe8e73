import { describe, expect, test } from 'vitest';
import {
  findMechanicStep,
  findMechanicSteps,
  canAssignMechanic,
  type Job,
} from './mechanic-step.ts';

const today = '2026-11-23';
const mechanic = { id: 'm1', role: 'mechanic' } as const;
const advisor = { id: 'a1', role: 'service_advisor' } as const;
const customer = { id: 'c1', role: 'customer' } as const;

const confirmedJob: Job = {
  id: 42,
  customerId: 'c1',
  mechanicId: 'm1',
  status: 'confirmed',
  date: today,
  arrivedAt: null,
};
const waitingJob: Job = { ...confirmedJob, mechanicId: null, status: 'pending' };

describe("a mechanic's next step", () => {
  test('on a confirmed job for today is to start it', () => {
    expect(findMechanicStep(confirmedJob, mechanic, today, null)).toEqual({
      name: 'start',
      change: { status: 'in_progress' },
      reason: null,
    });
  });

  test('on a confirmed job for a later day is disabled until that day, and the reason names the day', () => {
    const step = findMechanicStep({ ...confirmedJob, date: '2026-11-24' }, mechanic, today, null);
    expect(step).toMatchObject({
      name: 'start',
      reason: 'You can start this job tomorrow, Nov 24, 2026.',
    });
  });

  test('on a confirmed job for a past day is disabled', () => {
    const step = findMechanicStep({ ...confirmedJob, date: '2026-11-20' }, mechanic, today, null);
    expect(step?.reason).toMatch(/^This job was on Fri, Nov 20, 2026\./);
  });

  test('on a second job is disabled until the job in progress is complete', () => {
    expect(findMechanicStep(confirmedJob, mechanic, today, { id: 7 })?.reason).toBe(
      'Complete #0007 first.',
    );
  });

  test('on a job in progress is to complete it, whatever day it was for @mechanics.job-card', () => {
    const startedJob: Job = { ...confirmedJob, status: 'in_progress', date: '2026-11-22' };
    expect(findMechanicStep(startedJob, mechanic, today, startedJob)).toEqual({
      name: 'complete',
      change: { status: 'completed' },
      reason: null,
    });
  });

  test('on a job in progress is to record the arrival, then to complete it @mechanics.next-job', () => {
    const startedJob: Job = { ...confirmedJob, status: 'in_progress' };
    const listSteps = (job: Job) =>
      findMechanicSteps(job, mechanic, today, job).map(({ name }) => name);
    expect(listSteps(startedJob)).toEqual(['arrive', 'complete']);
    const arrivedJob: Job = { ...startedJob, arrivedAt: '2026-11-23T17:00:00.000Z' };
    expect(listSteps(arrivedJob)).toEqual(['complete']);
    expect(listSteps(confirmedJob)).toEqual(['start']);
  });

  test('does not exist on a completed or canceled job', () => {
    expect(
      findMechanicStep({ ...confirmedJob, status: 'completed' }, mechanic, today, null),
    ).toBeNull();
    expect(
      findMechanicStep({ ...confirmedJob, status: 'cancelled' }, mechanic, today, null),
    ).toBeNull();
  });

  test('is offered only to the assigned mechanic', () => {
    expect(findMechanicStep(confirmedJob, { ...mechanic, id: 'm2' }, today, null)).toBeNull();
    expect(findMechanicStep(confirmedJob, advisor, today, null)).toBeNull();
    expect(findMechanicStep(confirmedJob, customer, today, null)).toBeNull();
  });
});

describe('the Assign Mechanic button', () => {
  test('is offered to the office for an appointment without a mechanic', () => {
    expect(canAssignMechanic(waitingJob, advisor)).toBe(true);
    expect(canAssignMechanic({ ...waitingJob, status: 'unassigned' }, advisor)).toBe(true);
  });

  test('is not offered for an appointment that is assigned or canceled', () => {
    expect(canAssignMechanic(confirmedJob, advisor)).toBe(false);
    expect(canAssignMechanic({ ...waitingJob, status: 'cancelled' }, advisor)).toBe(false);
  });

  test('is not offered to customers or mechanics', () => {
    expect(canAssignMechanic(waitingJob, customer)).toBe(false);
    expect(canAssignMechanic(waitingJob, mechanic)).toBe(false);
  });
});
