import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { between, dayPlan, engagement, worker } from '@curbwrench/testing/day-plans';
import { describe, expect, test } from 'vitest';
import { searchCover } from './cover-search.ts';
import type { StrandedJob } from './cover-steps.ts';
import { decideCover, isStranded, proposeCover, type CoverRequest } from './cover.ts';
import type { DayPlan, Engagement, Interval, MechanicDay } from './day-plan.ts';

/** 9:30; Ana is off sick from now on. */
const now = 9 * 60 + 30;
const ana = worker('ana', { skills: ['brakes'], off: [{ from: now, to: 1440 }] });
const hours = Array.from({ length: 10 }, (_, index) => toTimeOfDay((8 + index) * 60));

/** Returns a confirmed job of Ana's. */
function anasJob(
  appointmentId: number,
  interval: Interval,
  details: Partial<StrandedJob> = {},
): StrandedJob {
  return {
    ...engagement(appointmentId, interval, { mechanicId: 'ana' }),
    vehicleTimes: [],
    ...details,
  };
}

/** Returns a confirmed job of someone else, which never moves. */
const taken = (appointmentId: number, mechanicId: string, from: string, to: string): Engagement =>
  engagement(appointmentId, between(from, to), { mechanicId });

interface Day {
  readonly others: readonly MechanicDay[];
  readonly jobs: readonly StrandedJob[];
  readonly engagements?: readonly Engagement[];
  readonly startTimes?: readonly string[];
}

function makeDay({ others, jobs, engagements = [], startTimes = hours }: Day): {
  plan: DayPlan;
  request: CoverRequest;
} {
  return {
    plan: dayPlan({ mechanics: [ana, ...others], engagements: [...jobs, ...engagements] }),
    request: { mechanicId: 'ana', jobs, startTimes, minutes: now },
  };
}

/** Returns what is proposed for each job: '#1 bob 10:00', or the reason why nothing is. */
function propose(day: Day): string[] {
  const { plan, request } = makeDay(day);
  return proposeCover(plan, request).map(({ job, step, reason }) =>
    step
      ? `#${job.appointmentId} ${step.mechanicId} ${toTimeOfDay(step.interval.from)}`
      : `#${job.appointmentId} ${reason}`,
  );
}

describe('the proposal for the jobs of a mechanic who is off @sick.proposal', () => {
  test('places all jobs where placing one by one fails', () => {
    // Both are busy until 17:00: #1 has to move to 17:00, when only Bob can do #2.
    const bob = worker('bob', { skills: ['brakes'] });
    const cleo = worker('cleo', { skills: ['tires', 'towing'] });
    const jobs = [
      anasJob(1, between('16:00', '17:00')),
      anasJob(2, between('17:00', '18:00'), { skills: ['brakes'] }),
    ];
    const engagements = [taken(7, 'bob', '08:00', '17:00'), taken(8, 'cleo', '08:00', '17:00')];
    const day = { others: [bob, cleo], jobs, engagements };
    expect(propose({ ...day, jobs: jobs.slice(0, 1) }), 'the first job alone').toEqual([
      '#1 bob 17:00',
    ]);
    expect(propose(day)).toEqual(['#1 cleo 17:00', '#2 bob 17:00']);
  });

  test('undoes a choice that looked best', () => {
    // #1 fits Bob and Cleo at 10:00, #2 Cleo and Dan, #3 only Dan: each choice forces the one before it.
    const others = [
      worker('bob', { skills: ['a'] }),
      worker('cleo', { skills: ['a', 'b'] }),
      worker('dan', { skills: ['b', 'c'] }),
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

  test('moves a job to the nearest time that can be booked if nobody is free at its own', () => {
    const jobs = [anasJob(1, between('11:00', '12:00'))];
    const engagements = [taken(7, 'bob', '10:30', '12:30')];
    expect(propose({ others: [worker('bob')], jobs, engagements })).toEqual(['#1 bob 13:00']);
  });

  test('keeps as many jobs as possible at their own time', () => {
    const jobs = [
      anasJob(1, between('10:00', '13:00')),
      anasJob(2, between('10:00', '11:00')),
      anasJob(3, between('11:00', '12:00')),
    ];
    expect(propose({ others: [worker('bob')], jobs })).toEqual([
      '#1 bob 12:00',
      '#2 bob 10:00',
      '#3 bob 11:00',
    ]);
  });

  test('never uses a time that has begun', () => {
    const jobs = [anasJob(1, between('09:00', '10:00'))];
    expect(propose({ others: [worker('bob')], jobs })).toEqual(['#1 bob 10:00']);
  });

  test('needs the skill, and says if nobody else has it', () => {
    const jobs = [anasJob(1, between('10:00', '11:00'), { skills: ['brakes'] })];
    expect(propose({ others: [worker('bob')], jobs })).toEqual([
      '#1 No other mechanic has the brakes skill.',
    ]);
    const others = [worker('bob'), worker('cleo', { skills: ['brakes', 'tires'] })];
    expect(propose({ others, jobs })).toEqual(['#1 cleo 10:00']);
  });

  test('leaves out mechanics who declined the job', () => {
    const jobs = [anasJob(1, between('10:00', '11:00'), { declinedBy: ['bob'] })];
    expect(propose({ others: [worker('bob')], jobs })).toEqual([
      '#1 Nobody else has time for it today.',
    ]);
    expect(propose({ others: [worker('bob'), worker('cleo', { skills: ['a'] })], jobs })).toEqual([
      '#1 cleo 10:00',
    ]);
  });

  test('moves the hold of another appointment if that makes room', () => {
    const others = [worker('bob', { skills: ['brakes'] }), worker('cleo')];
    const held = engagement(9, between('10:00', '11:00'), { holdMechanicId: 'bob' });
    const jobs = [anasJob(1, between('10:00', '11:00'), { skills: ['brakes'] })];
    const day = { others, jobs, engagements: [held] };
    expect(propose(day)).toEqual(['#1 bob 10:00']);
    const { plan, request } = makeDay(day);
    const step = { appointmentId: 1, mechanicId: 'bob', interval: between('10:00', '11:00') };
    expect(decideCover(plan, request, [step], String)).toEqual({
      ok: true,
      moves: new Map([[9, 'cleo']]),
    });
  });

  test('does not take the time of a hold that cannot move', () => {
    const held = engagement(9, between('10:00', '11:00'), { holdMechanicId: 'bob' });
    const jobs = [anasJob(1, between('10:00', '11:00'))];
    expect(propose({ others: [worker('bob')], jobs, engagements: [held] })).toEqual([
      '#1 bob 11:00',
    ]);
  });

  test('does not move a job to a time at which its vehicle has another appointment', () => {
    const engagements = [taken(7, 'bob', '10:00', '11:00')];
    const vehicleTimes = [between('11:00', '12:00')];
    const jobs = [anasJob(1, between('10:00', '11:00'), { vehicleTimes })];
    expect(propose({ others: [worker('bob')], jobs, engagements })).toEqual(['#1 bob 12:00']);
  });

  test('says which jobs nobody has time for, and places the others', () => {
    const jobs = [anasJob(1, between('10:00', '17:00')), anasJob(2, between('11:00', '18:00'))];
    expect(propose({ others: [worker('bob')], jobs, startTimes: [] })).toEqual([
      '#1 bob 10:00',
      '#2 Nobody else has time for it today.',
    ]);
  });

  test('places as much as it finds within the bound of the search', () => {
    const jobs = [
      anasJob(1, between('10:00', '11:00')),
      anasJob(2, between('11:00', '12:00')),
      anasJob(3, between('12:00', '13:00')),
    ];
    const { plan, request } = makeDay({ others: [worker('bob')], jobs });
    const withOptions = proposeCover(plan, request).map(({ job, options }) => ({ job, options }));
    const day = { ...plan, engagements: [] };
    expect(searchCover(day, withOptions).size).toBe(3);
    expect(searchCover(day, withOptions, 2).size).toBe(2);
    expect(searchCover(day, withOptions, 0).size).toBe(0);
  });

  test('finishes on a day on which nothing fits together', () => {
    const others = Array.from({ length: 6 }, (_, index) => worker(`m${index}`));
    const jobs = Array.from({ length: 12 }, (_, index) =>
      anasJob(index + 1, between('10:00', '18:00')),
    );
    const placed = propose({ others, jobs }).filter((text) => /m\d/.test(text));
    expect(placed).toHaveLength(6);
  });
});

describe('reviewed steps @sick.cover', () => {
  const at = between('10:00', '11:00');
  const others = [worker('bob'), worker('cleo')];
  const jobs = [anasJob(1, at), anasJob(2, at)];
  const decide = (...steps: readonly (readonly [number, string, string])[]) => {
    const decision = decideCover(
      ...toArguments({ others, jobs, engagements: [taken(7, 'cleo', '12:00', '13:00')] }),
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

  test('are refused with what is in the way', () => {
    expect(decide([1, 'bob', '10:00'], [2, 'bob', '10:00'])).toEqual([
      'mechanic_busy',
      '#2: This mechanic is busy with #1 until 11:00 AM.',
    ]);
    expect(decide([1, 'cleo', '12:00'])).toEqual([
      'mechanic_busy',
      '#1: This mechanic is busy with #7 until 1:00 PM.',
    ]);
    expect(decide([1, 'ana', '10:00'])).toEqual(['mechanic_busy', '#1: This mechanic is off.']);
    expect(decide([3, 'bob', '10:00'])).toEqual([
      'wrong_status',
      '#3: It no longer needs another mechanic.',
    ]);
    for (const time of ['09:00', '10:15']) {
      expect(decide([1, 'bob', time])).toEqual([
        'slot_closed',
        '#1: It cannot be moved to that time.',
      ]);
    }
  });
});

test('a job is stranded if its mechanic is off during it, or off now and it should have begun @sick.stranded', () => {
  const noon = 12 * 60;
  const off = [between('12:00', '14:00')];
  expect(isStranded({ off }, between('13:00', '15:00'), noon)).toBe(true);
  expect(isStranded({ off }, between('14:00', '15:00'), noon)).toBe(false);
  expect(isStranded({ off }, between('10:00', '11:00'), noon), 'it never began').toBe(true);
  expect(isStranded({ off }, between('10:00', '11:00'), noon - 1), 'not off yet').toBe(false);
  expect(isStranded({ off: [] }, between('13:00', '15:00'), noon)).toBe(false);
});

function toArguments(day: Day): [DayPlan, CoverRequest] {
  const { plan, request } = makeDay(day);
  return [plan, request];
}
