import { expect, test } from 'vitest';
import { describeTravel, findNeighbors, type LocatedJob } from './travel-rules.ts';

function locatedJob(
  id: number,
  from: number,
  to: number,
  details: Partial<LocatedJob> = {},
): LocatedJob {
  const position = { lat: 37.7, lng: -122.4 };
  return { id, mechanicId: 'm', position, precision: 'house', from, to, ...details };
}

const job = locatedJob(1, 600, 660, { mechanicId: null });
const before = locatedJob(1234, 500, 590);
const after = locatedJob(1235, 660, 700);

test("a job's neighbors are the mechanic's last job before it and first job after it @dispatch.distance", () => {
  const jobs = [
    locatedJob(2, 400, 450),
    after,
    locatedJob(3, 800, 900),
    before,
    locatedJob(4, 590, 600, { mechanicId: 'other' }),
    job,
  ];
  expect(findNeighbors(jobs, job, 'm')).toEqual({ before, after });
  expect(findNeighbors(jobs, { ...job, mechanicId: 'm' }, 'm')).toEqual({ before, after });
  expect(findNeighbors(jobs, job, 'nobody')).toEqual({ before: null, after: null });
});

test('the reasons include the drive from the previous job @dispatch.distance', () => {
  expect(describeTravel(job, { before, after: null }, () => 8.2)).toEqual({
    reasons: ['About 8 min from the previous job (#1234)'],
    warnings: [],
  });
  expect(describeTravel(job, { before: null, after: null }, () => 8)).toEqual({
    reasons: [],
    warnings: [],
  });
});

test('a warning is given if a drive takes longer than the time between two jobs @dispatch.distance', () => {
  expect(describeTravel(job, { before, after }, () => 24).warnings).toEqual([
    'Only 10 min between #1234 and this job, but the drive takes about 25 min',
    'No time between this job and #1235, but the drive takes about 25 min',
  ]);
  expect(describeTravel(job, { before, after: null }, () => 10.4).warnings).toEqual([]);
  expect(describeTravel(job, { before, after: null }, () => 12.5).warnings).toHaveLength(1);
});

test('a drive to or from the center of a ZIP code or city is marked, and a drive of unknown length is omitted @dispatch.distance', () => {
  const zip = { ...before, precision: 'zip' } as const;
  expect(describeTravel(job, { before: zip, after: null }, () => 9).reasons).toEqual([
    'About 9 min (ZIP code only) from the previous job (#1234)',
  ]);
  const inCity = { ...job, precision: 'town' } as const;
  expect(describeTravel(inCity, { before, after: null }, () => 9).reasons).toEqual([
    'About 9 min (city only) from the previous job (#1234)',
  ]);
  expect(describeTravel(job, { before, after }, () => null)).toEqual({ reasons: [], warnings: [] });
});
