import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { describe, expect, test, vi } from 'vitest';
import { findCoverage } from './coverage-search.ts';
import type { StrandedJob } from './coverage-steps.ts';
import {
  holdSearchBudget,
  decideCoverage,
  maxOptionsPerTime,
  needsCoverage,
  proposeCoverage,
  type CoverageRequest,
} from './coverage.ts';
import type { DayPlan, Commitment, Interval, MechanicDay } from './day-plan.ts';
import { Roster } from './mechanic-roster.ts';

/** The current time is 9:30. Ana is out sick starting now. */
const now = 9 * 60 + 30;
const ana = mechanicDay('ana', { skills: ['brakes'], off: [{ from: now, to: 1440 }] });
const hourlyStartTimes = Array.from({ length: 10 }, (_, index) => toTimeOfDay((8 + index) * 60));

/** Returns one of Ana's confirmed jobs. */
function anasJob(
  appointmentId: number,
  interval: Interval,
  details: Partial<StrandedJob> = {},
): StrandedJob {
  return {
    ...commitment(appointmentId, interval, { mechanicId: 'ana' }),
    vehicleTimes: [],
    ...details,
  };
}

/** Returns another mechanic's confirmed job, which never moves. */
const fixedJob = (
  appointmentId: number,
  mechanicId: string,
  from: string,
  to: string,
): Commitment => commitment(appointmentId, between(from, to), { mechanicId });

/** Returns a 90-minute appointment that holds a mechanic's time. */
const heldJob = (
  appointmentId: number,
  heldMechanicId: string,
  hour: number,
  minutes = 0,
): Commitment => {
  const from = hour * 60 + minutes;
  return commitment(appointmentId, { from, to: from + 90 }, { heldMechanicId });
};

interface Day {
  readonly others: readonly MechanicDay[];
  readonly jobs: readonly StrandedJob[];
  readonly commitments?: readonly Commitment[];
  readonly startTimes?: readonly string[];
}

function makeDay({ others, jobs, commitments = [], startTimes = hourlyStartTimes }: Day): {
  plan: DayPlan;
  request: CoverageRequest;
} {
  return {
    plan: dayPlan({ mechanics: [ana, ...others], commitments: [...jobs, ...commitments] }),
    request: { mechanicId: 'ana', jobs, startTimes, minutes: now },
  };
}

/** Returns the proposal for each job: '#1 bob 10:00', or '#1' and the reason why there is none. */
function propose(day: Day): string[] {
  const { plan, request } = makeDay(day);
  return proposeCoverage(plan, request).map(({ job, step, reason }) =>
    step
      ? `#${job.appointmentId} ${step.mechanicId} ${toTimeOfDay(step.interval.from)}`
      : `#${job.appointmentId} ${reason}`,
  );
}

describe('the proposal for the jobs of a mechanic who is off @sick.proposal', () => {
  test('places all jobs even if placing them one by one would fail', () => {
    // Bob and Cleo are busy until 17:00, so #1 has to move to 17:00, when only Bob can do #2.
    const bob = mechanicDay('bob', { skills: ['brakes'] });
    const cleo = mechanicDay('cleo', { skills: ['tires', 'towing'] });
    const jobs = [
      anasJob(1, between('16:00', '17:00')),
      anasJob(2, between('17:00', '18:00'), { skills: ['brakes'] }),
    ];
    const commitments = [
      fixedJob(7, 'bob', '08:00', '17:00'),
      fixedJob(8, 'cleo', '08:00', '17:00'),
    ];
    const day = { others: [bob, cleo], jobs, commitments };
    expect(propose({ ...day, jobs: jobs.slice(0, 1) }), 'the first job alone').toEqual([
      '#1 bob 17:00',
    ]);
    expect(propose(day)).toEqual(['#1 cleo 17:00', '#2 bob 17:00']);
  });

  test('undoes choices that looked best at first', () => {
    // Bob and Cleo can do #1, Cleo and Dan #2, and only Dan #3, so only one arrangement works.
    const others = [
      mechanicDay('bob', { skills: ['a'] }),
      mechanicDay('cleo', { skills: ['a', 'b'] }),
      mechanicDay('dan', { skills: ['b', 'c'] }),
    ];
    const at = between('10:00', '11:00');
    const jobs = [
      anasJob(1, at, { skills: ['a'] }),
      anasJob(2, at, { skills: ['b'] }),
      anasJob(3, at, { skills: ['c'] }),
    ];
    expect(propose({ others, jobs, startTimes: [] })).toEqual([
      '#1 bob 10:00',
      '#2 cleo 10:00',
      '#3 dan 10:00',
    ]);
  });

  test('moves a job to the nearest bookable time if nobody is free at its original time', () => {
    const jobs = [anasJob(1, between('11:00', '12:00'))];
    const commitments = [fixedJob(7, 'bob', '10:30', '12:30')];
    expect(propose({ others: [mechanicDay('bob')], jobs, commitments })).toEqual(['#1 bob 13:00']);
  });

  test('leaves as many jobs as possible at their original time', () => {
    const jobs = [
      anasJob(1, between('10:00', '13:00')),
      anasJob(2, between('10:00', '11:00')),
      anasJob(3, between('11:00', '12:00')),
    ];
    expect(propose({ others: [mechanicDay('bob')], jobs })).toEqual([
      '#1 bob 12:00',
      '#2 bob 10:00',
      '#3 bob 11:00',
    ]);
  });

  test('never uses a start time that has passed', () => {
    const jobs = [anasJob(1, between('09:00', '10:00'))];
    expect(propose({ others: [mechanicDay('bob')], jobs })).toEqual(['#1 bob 10:00']);
  });

  test('includes only mechanics with the required skill, and reports if nobody else has it', () => {
    const jobs = [anasJob(1, between('10:00', '11:00'), { skills: ['brakes'] })];
    expect(propose({ others: [mechanicDay('bob')], jobs })).toEqual([
      '#1 No other mechanic has the brakes skill.',
    ]);
    const others = [mechanicDay('bob'), mechanicDay('cleo', { skills: ['brakes', 'tires'] })];
    expect(propose({ others, jobs })).toEqual(['#1 cleo 10:00']);
  });

  test('excludes mechanics who declined the job', () => {
    const jobs = [anasJob(1, between('10:00', '11:00'), { declinedBy: ['bob'] })];
    expect(propose({ others: [mechanicDay('bob')], jobs })).toEqual([
      '#1 No one else has time for it today.',
    ]);
    expect(
      propose({ others: [mechanicDay('bob'), mechanicDay('cleo', { skills: ['a'] })], jobs }),
    ).toEqual(['#1 cleo 10:00']);
  });

  test('moves the hold of another appointment if that makes room', () => {
    const others = [mechanicDay('bob', { skills: ['brakes'] }), mechanicDay('cleo')];
    const held = commitment(9, between('10:00', '11:00'), { heldMechanicId: 'bob' });
    const jobs = [anasJob(1, between('10:00', '11:00'), { skills: ['brakes'] })];
    const day = { others, jobs, commitments: [held] };
    expect(propose(day)).toEqual(['#1 bob 10:00']);
    const { plan, request } = makeDay(day);
    const step = { appointmentId: 1, mechanicId: 'bob', interval: between('10:00', '11:00') };
    expect(decideCoverage(plan, request, [step], String)).toEqual({
      ok: true,
      moves: new Map([[9, 'cleo']]),
    });
  });

  test('does not take the time of a hold that cannot move', () => {
    const held = commitment(9, between('10:00', '11:00'), { heldMechanicId: 'bob' });
    const jobs = [anasJob(1, between('10:00', '11:00'))];
    expect(propose({ others: [mechanicDay('bob')], jobs, commitments: [held] })).toEqual([
      '#1 bob 11:00',
    ]);
  });

  test('does not move a job to a time at which its vehicle has another appointment', () => {
    const commitments = [fixedJob(7, 'bob', '10:00', '11:00')];
    const vehicleTimes = [{ appointmentId: 8, ...between('11:00', '12:00') }];
    const jobs = [anasJob(1, between('10:00', '11:00'), { vehicleTimes })];
    expect(propose({ others: [mechanicDay('bob')], jobs, commitments })).toEqual(['#1 bob 12:00']);
  });

  test('does not move two jobs for the same vehicle to the same time', () => {
    const own = [between('10:00', '11:00'), between('11:00', '12:00')] as const;
    const jobs = [
      anasJob(1, own[0], { vehicleTimes: [{ appointmentId: 2, ...own[1] }] }),
      anasJob(2, own[1], { vehicleTimes: [{ appointmentId: 1, ...own[0] }] }),
    ];
    const others = [mechanicDay('bob'), mechanicDay('cleo')];
    const commitments = ['bob', 'cleo'].map((id, n) => fixedJob(7 + n, id, '10:00', '12:00'));
    expect(propose({ others, jobs, commitments })).toEqual(['#1 bob 12:00', '#2 bob 13:00']);
    const [plan, request] = toArguments({ others, jobs, commitments });
    const at = between('14:00', '15:00');
    const steps = [
      { appointmentId: 1, mechanicId: 'bob', interval: at },
      { appointmentId: 2, mechanicId: 'cleo', interval: at },
    ];
    expect(decideCoverage(plan, request, steps, String)).toMatchObject({
      ok: false,
      refusal: { message: 'Appointment 2: Its vehicle has another job at that time.' },
    });
  });

  test('leaves the buffer before and after a hold that cannot move', () => {
    const held = commitment(9, between('11:00', '12:00'), { heldMechanicId: 'bob', buffer: 30 });
    const jobs = [anasJob(1, between('10:00', '11:00'), { buffer: 30 })];
    const { plan, request } = makeDay({ others: [mechanicDay('bob')], jobs, commitments: [held] });
    const [proposal] = proposeCoverage({ ...plan, bufferMinutes: 30 }, request);
    expect(proposal?.options.map(({ interval }) => toTimeOfDay(interval.from))).toEqual([
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
    ]);
  });

  test('moves a job that was booked outside working hours only to a time within working hours', () => {
    const evening = between('19:00', '20:00');
    const jobs = [anasJob(1, evening, { outsideHours: true })];
    const commitments = [fixedJob(7, 'bob', '19:00', '20:00')];
    const others = [mechanicDay('bob'), mechanicDay('cleo', { hours: [], off: [evening] })];
    expect(propose({ others, jobs, commitments })).toEqual(['#1 bob 17:00']);
    expect(propose({ others: [mechanicDay('bob')], jobs }), 'at its original time').toEqual([
      '#1 bob 19:00',
    ]);
  });

  test('lists the jobs for which nobody has time, and places the others', () => {
    const jobs = [anasJob(1, between('10:00', '17:00')), anasJob(2, between('11:00', '18:00'))];
    expect(propose({ others: [mechanicDay('bob')], jobs, startTimes: [] })).toEqual([
      '#1 bob 10:00',
      '#2 No one else has time for it today.',
    ]);
  });

  test('places as many jobs as it can within the search budget', () => {
    const jobs = [
      anasJob(1, between('10:00', '11:00')),
      anasJob(2, between('11:00', '12:00')),
      anasJob(3, between('12:00', '13:00')),
    ];
    const { plan, request } = makeDay({ others: [mechanicDay('bob')], jobs });
    const withOptions = proposeCoverage(plan, request).map(({ job, options }) => ({
      job,
      options,
    }));
    const roster = new Roster({ ...plan, commitments: [] });
    expect(findCoverage(roster, withOptions).size).toBe(3);
    expect(findCoverage(roster, withOptions, 2).size).toBe(2);
    expect(findCoverage(roster, withOptions, 0).size).toBe(0);
  });

  test('finishes even if each mechanic has time for only one of the many jobs', () => {
    const others = Array.from({ length: 6 }, (_, index) => mechanicDay(`m${index}`));
    const jobs = Array.from({ length: 12 }, (_, index) =>
      anasJob(index + 1, between('10:00', '18:00')),
    );
    const placed = propose({ others, jobs }).filter((line) => /m\d/.test(line));
    expect(placed).toHaveLength(6);
  });

  test('lists a limited number of mechanics for each time, starting with those who need no holds moved', () => {
    const others = Array.from({ length: 40 }, (_, index) => mechanicDay(`m${10 + index}`));
    const held = others.slice(0, 15).map(({ id }, index) => heldJob(100 + index, id, 10));
    const job = anasJob(1, between('10:00', '11:00'));
    const [proposal] = proposeCoverage(
      ...toArguments({ others, jobs: [job], commitments: held, startTimes: [] }),
    );
    expect(proposal?.options.map(({ mechanicId }) => mechanicId)).toEqual(
      others.slice(15, 15 + maxOptionsPerTime).map(({ id }) => id),
    );
  });

  test('considers a limited number of mechanics when moving holds, however large the business is', () => {
    // All mechanics' time is held for the entire day, with staggered end times, so that every search fails late.
    const others = Array.from({ length: 100 }, (_, index) => mechanicDay(`m${100 + index}`));
    const commitments = others.flatMap(({ id }, index) =>
      [9, 11, 13, 15].map((hour) => heldJob(1000 + index * 24 + hour, id, hour, (index % 8) * 15)),
    );
    const jobs = [11, 13, 15].map((hour) => anasJob(hour, between(`${hour}:00`, `${hour + 1}:00`)));
    const listCandidates = vi.spyOn(Roster.prototype, 'listCandidates');
    proposeCoverage(...toArguments({ others, jobs, commitments }));
    const consideredCount = listCandidates.mock.results.reduce(
      (sum, { value }) => sum + (Array.isArray(value) ? value.length : 0),
      0,
    );
    listCandidates.mockRestore();
    expect(consideredCount).toBeGreaterThan(holdSearchBudget / 10);
    expect(consideredCount).toBeLessThan(holdSearchBudget * 3);
  });
});

describe('reviewed steps @sick.cover', () => {
  const at = between('10:00', '11:00');
  const others = [mechanicDay('bob'), mechanicDay('cleo')];
  const jobs = [anasJob(1, at), anasJob(2, at)];
  const decide = (...steps: readonly (readonly [number, string, string])[]) => {
    const decision = decideCoverage(
      ...toArguments({ others, jobs, commitments: [fixedJob(7, 'cleo', '12:00', '13:00')] }),
      steps.map(([appointmentId, mechanicId, from]) => ({
        appointmentId,
        mechanicId,
        interval: { from: between(from, from).from, to: between(from, from).from + 60 },
      })),
      (id) => `#${id}`,
    );
    return decision.ok ? 'ok' : [decision.refusal.code, decision.refusal.message];
  };

  test('are accepted if they fit together', () => {
    expect(decide([1, 'bob', '10:00'], [2, 'cleo', '10:00'])).toBe('ok');
    expect(decide([1, 'bob', '10:00'], [2, 'bob', '11:00'])).toBe('ok');
    expect(decide([2, 'bob', '10:00']), 'only some of the jobs').toBe('ok');
  });

  test('are refused with the reason', () => {
    expect(decide([1, 'bob', '10:00'], [2, 'bob', '10:00'])).toEqual([
      'mechanic_busy',
      'Appointment #2: This mechanic is busy with #1 until 11:00 AM.',
    ]);
    expect(decide([1, 'cleo', '12:00'])).toEqual([
      'mechanic_busy',
      'Appointment #1: This mechanic is busy with #7 until 1:00 PM.',
    ]);
    expect(decide([1, 'ana', '10:00'])).toEqual([
      'mechanic_busy',
      'Appointment #1: This mechanic is off.',
    ]);
    expect(decide([3, 'bob', '10:00'])).toEqual([
      'wrong_status',
      'Appointment #3: It no longer needs another mechanic.',
    ]);
    for (const time of ['09:00', '10:15']) {
      expect(decide([1, 'bob', time])).toEqual([
        'slot_closed',
        "Appointment #1: It can't be rescheduled to that time.",
      ]);
    }
  });
});

test('a job is stranded if its mechanic is off during it, or is off now and did not start it on time @sick.stranded', () => {
  const noon = 12 * 60;
  const off = [between('12:00', '14:00')];
  expect(needsCoverage({ off }, between('13:00', '15:00'), noon)).toBe(true);
  expect(needsCoverage({ off }, between('14:00', '15:00'), noon)).toBe(false);
  expect(needsCoverage({ off }, between('10:00', '11:00'), noon), 'it was never started').toBe(
    true,
  );
  expect(needsCoverage({ off }, between('10:00', '11:00'), noon - 1), 'not off yet').toBe(false);
  expect(needsCoverage({ off: [] }, between('13:00', '15:00'), noon)).toBe(false);
});

function toArguments(day: Day): [DayPlan, CoverageRequest] {
  const { plan, request } = makeDay(day);
  return [plan, request];
}
