import { startApp } from '@curbwrench/testing/start-app';
import { expect, test } from 'vitest';
import { checkLocalTimes } from './time.ts';

test('dates, slots, deadlines and job starts follow local time in seven time zones', async () => {
  // The end of a year, a February 29, and the clock changes in four of the zones.
  const ranges = [
    { from: '2027-12-30', to: '2028-01-02' },
    { from: '2028-02-28', to: '2028-03-01' },
    { from: '2028-03-09', to: '2028-03-14' },
    { from: '2028-03-30', to: '2028-04-05' },
  ];
  // Every seventh hour, to keep the test short.
  const { requestCount, problems } = await checkLocalTimes(startApp, ranges, 7);
  expect(problems).toEqual([]);
  expect(requestCount).toBeGreaterThan(1500);
});
