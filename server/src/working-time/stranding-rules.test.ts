import { between, dayPlan, engagement, mechanicDay } from '@curbwrench/testing/day-plans';
import { describe, expect, test } from 'vitest';
import { compareWorkingTime } from './stranding-rules.ts';

const evening = between('17:00', '19:00');
const job = engagement(1, evening, { mechanicId: 'sam' });
const strict = dayPlan({ engagements: [job], mustEndWithinHours: true });
const withSam = (details: Parameters<typeof mechanicDay>[1]) => ({
  ...strict,
  mechanics: [mechanicDay('sam', details)],
});
const nothing = { lostJobs: [], fittingJobs: [], lostHolds: [] };

describe('a job that was booked when jobs could still end after hours', () => {
  test('is stranded by time off @hours.preview', () => {
    const off = withSam({ off: [between('16:00', '18:00')] });
    expect(compareWorkingTime(strict, off)).toEqual({ ...nothing, lostJobs: [1] });
    expect(compareWorkingTime(off, off), 'but not a second time').toEqual(nothing);
    const held = engagement(1, evening, { holdMechanicId: 'sam' });
    const [before, after] = [strict, off].map((plan) => ({ ...plan, engagements: [held] }));
    expect(before && after && compareWorkingTime(before, after)).toEqual({
      ...nothing,
      lostHolds: [1],
    });
  });

  test('is not affected when other hours change', () => {
    expect(compareWorkingTime(strict, withSam({ hours: [between('09:00', '18:00')] }))).toEqual(
      nothing,
    );
  });

  test('fits once the hours contain it @hours.attention', () => {
    expect(compareWorkingTime(strict, withSam({ hours: [between('08:00', '19:00')] }))).toEqual({
      ...nothing,
      fittingJobs: [1],
    });
  });
});

test('a job that would end after the new, shorter hours is stranded @hours.preview', () => {
  const long = withSam({ hours: [between('08:00', '20:00')] });
  expect(compareWorkingTime(long, strict)).toEqual({ ...nothing, lostJobs: [1] });
});
