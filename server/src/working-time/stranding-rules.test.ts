import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { describe, expect, test } from 'vitest';
import { compareWorkingTime } from './stranding-rules.ts';

const evening = between('17:00', '19:00');
const job = commitment(1, evening, { mechanicId: 'sam' });
const basePlan = dayPlan({ commitments: [job], mustEndWithinWorkingHours: true });
const withSam = (details: Parameters<typeof mechanicDay>[1]) => ({
  ...basePlan,
  mechanics: [mechanicDay('sam', details)],
});
const noEffect = { lostJobs: [], fittingJobs: [], lostHolds: [] };

describe('a job that was booked when jobs could still end after hours', () => {
  test('is stranded by time off @hours.preview', () => {
    const planWithTimeOff = withSam({ off: [between('16:00', '18:00')] });
    expect(compareWorkingTime(basePlan, planWithTimeOff)).toEqual({ ...noEffect, lostJobs: [1] });
    expect(compareWorkingTime(planWithTimeOff, planWithTimeOff), 'but not a second time').toEqual(
      noEffect,
    );
    const held = commitment(1, evening, { heldMechanicId: 'sam' });
    const [before, after] = [basePlan, planWithTimeOff].map((plan) => ({
      ...plan,
      commitments: [held],
    }));
    expect(before && after && compareWorkingTime(before, after)).toEqual({
      ...noEffect,
      lostHolds: [1],
    });
  });

  test('is not affected if it ends after the new hours, too', () => {
    expect(compareWorkingTime(basePlan, withSam({ hours: [between('09:00', '18:00')] }))).toEqual(
      noEffect,
    );
  });

  test('fits once the working hours cover it @hours.attention', () => {
    expect(compareWorkingTime(basePlan, withSam({ hours: [between('08:00', '19:00')] }))).toEqual({
      ...noEffect,
      fittingJobs: [1],
    });
  });
});

test('a job that would end after the new, shorter hours is stranded @hours.preview', () => {
  const longDay = withSam({ hours: [between('08:00', '20:00')] });
  expect(compareWorkingTime(longDay, basePlan)).toEqual({ ...noEffect, lostJobs: [1] });
});
