import { describe, expect, test } from 'vitest';
import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { decideAssignment, rankCandidates } from './assignment.ts';
import type { DayPlan } from './day-plan.ts';
import type { JobToPlace } from './holds.ts';

const ten = between('10:00', '11:00');
const job: JobToPlace = { interval: ten, skills: [], appointmentId: 7 };

function getRefusal(plan: DayPlan, changedJob = job, mechanicId = 'sam'): string | null {
  const decision = decideAssignment(plan, changedJob, mechanicId);
  if (decision.ok) return null;
  expect(decision.refusal.code).toBe('mechanic_busy');
  return decision.refusal.message;
}

describe('assigning a mechanic', () => {
  test('is accepted if they are free for the entire interval', () => {
    expect(decideAssignment(dayPlan(), job, 'sam')).toEqual({ ok: true, moves: new Map() });
  });

  test('is refused if they lack the skill', () => {
    expect(getRefusal(dayPlan(), { ...job, skills: ['brakes'] })).toBe(
      "This mechanic doesn't have the brakes skill.",
    );
  });

  test('is refused if they do not work at that time, or if the job would end after their hours', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam', { hours: [between('08:00', '10:00')] })],
    });
    expect(getRefusal(plan)).toBe("This mechanic isn't working at that time.");
    const endsEarly = dayPlan({
      mechanics: [mechanicDay('sam', { hours: [between('08:00', '10:30')] })],
    });
    expect(getRefusal(endsEarly)).toBeNull();
    expect(getRefusal({ ...endsEarly, mustEndWithinWorkingHours: true })).toBe(
      "The job would end after this mechanic's working hours.",
    );
  });

  test('is accepted outside their working hours if the job was booked when that was still allowed', () => {
    const late = between('17:00', '20:00');
    const changedJob = { ...job, interval: late };
    const plan = dayPlan({
      mechanics: [mechanicDay('sam'), mechanicDay('ann')],
      mustEndWithinWorkingHours: true,
    });
    const planWith = (holder: object) => ({ ...plan, commitments: [commitment(7, late, holder)] });
    for (const holder of [{ heldMechanicId: 'sam' }, { mechanicId: 'sam' }]) {
      expect(getRefusal(planWith(holder), changedJob, 'sam')).toBeNull();
      expect(getRefusal(planWith(holder), changedJob, 'ann'), 'another mechanic').toBeNull();
    }
    expect(getRefusal(planWith({}), changedJob)).toContain('working hours');
    const people = [{ id: 'sam', status: 'available' as const }];
    expect(
      rankCandidates(planWith({ heldMechanicId: 'sam' }), changedJob, people)[0]?.reasons,
    ).toEqual([
      'Free 5:00 PM to 8:00 PM',
      'Works until 6:00 PM, before the job ends',
      'No other jobs that day',
    ]);
  });

  test('is refused if they have time off during part of it', () => {
    const plan = dayPlan({ mechanics: [mechanicDay('sam', { off: [between('10:59', '12:00')] })] });
    expect(getRefusal(plan)).toBe('This mechanic is off at that time.');
  });

  test('is refused if they have another fixed job, which the refusal names', () => {
    const plan = dayPlan({
      commitments: [commitment(42, between('10:30', '11:30'), { mechanicId: 'sam' })],
    });
    expect(getRefusal(plan)).toBe('This mechanic is busy with #0042 until 11:30 AM.');
    const withCustomName = decideAssignment(plan, job, 'sam', (id) => `job ${id}`);
    expect(!withCustomName.ok && withCustomName.refusal.message).toContain('busy with job 42');
  });

  test('is refused if they are not an active mechanic, or on a holiday', () => {
    expect(getRefusal(dayPlan(), job, 'former')).toBe("This person doesn't take jobs.");
    expect(getRefusal(dayPlan({ holiday: 'Juneteenth' }))).toBe(
      'The business is closed that day: Juneteenth.',
    );
  });

  test('is accepted for a mechanic who declined the job', () => {
    expect(getRefusal(dayPlan(), { ...job, declinedBy: ['sam'] })).toBeNull();
  });
});

describe('holds that conflict with an assignment', () => {
  test('move if another mechanic can take them', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam'), mechanicDay('ann')],
      commitments: [
        commitment(1, between('09:30', '10:30'), { heldMechanicId: 'sam' }),
        commitment(2, between('10:30', '11:30'), { heldMechanicId: 'sam' }),
      ],
    });
    expect(decideAssignment(plan, job, 'sam')).toEqual({
      ok: true,
      moves: new Map([
        [1, 'ann'],
        [2, 'ann'],
      ]),
    });
  });

  test('cause a refusal if any of them cannot move; the refusal names it', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam', { skills: ['brakes'] }), mechanicDay('ann')],
      commitments: [
        commitment(1, between('09:30', '10:30'), { heldMechanicId: 'sam' }),
        commitment(2, between('10:30', '11:30'), { heldMechanicId: 'sam', skills: ['brakes'] }),
      ],
    });
    expect(getRefusal(plan)).toBe(
      'This mechanic is needed for #0002, which no one else can take at that time.',
    );
  });

  test('cause a refusal that names the earliest one if none can move', () => {
    const plan = dayPlan({
      commitments: [
        commitment(1, between('10:30', '11:30'), { heldMechanicId: 'sam' }),
        commitment(2, between('09:30', '10:30'), { heldMechanicId: 'sam' }),
      ],
    });
    expect(getRefusal(plan)).toContain('#0002');
  });

  test('are not reported as moved if they end up with their original mechanic', () => {
    // #1 first moves #3 to bob, but #2 can use only bob; so #3 goes back, and #1 moves to dan instead.
    const tenToNoon = between('10:00', '12:00');
    const plan = dayPlan({
      mechanics: [
        mechanicDay('sam', { skills: ['p', 'q'] }),
        mechanicDay('ann', { skills: ['p', 'x'] }),
        mechanicDay('bob', { skills: ['q', 'x'] }),
        mechanicDay('dan', { skills: ['p', 'y', 'z'] }),
        mechanicDay('eve', { skills: ['y'] }),
      ],
      commitments: [
        commitment(1, between('10:00', '11:00'), { skills: ['p'], heldMechanicId: 'sam' }),
        commitment(2, between('11:00', '12:00'), { skills: ['q'], heldMechanicId: 'sam' }),
        commitment(3, tenToNoon, { skills: ['x'], heldMechanicId: 'ann' }),
        commitment(4, tenToNoon, { skills: ['y'], heldMechanicId: 'dan' }),
      ],
    });
    expect(decideAssignment(plan, { interval: tenToNoon, skills: [] }, 'sam')).toEqual({
      ok: true,
      moves: new Map([
        [1, 'dan'],
        [2, 'bob'],
        [4, 'eve'],
      ]),
    });
  });

  test('can move into the time that the appointment itself held', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam'), mechanicDay('ann')],
      commitments: [
        commitment(7, ten, { heldMechanicId: 'ann' }),
        commitment(1, ten, { heldMechanicId: 'sam' }),
      ],
    });
    expect(decideAssignment(plan, job, 'sam')).toEqual({ ok: true, moves: new Map([[1, 'ann']]) });
  });

  test('can move into the time of the previously assigned mechanic', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam'), mechanicDay('ann')],
      commitments: [
        commitment(7, ten, { mechanicId: 'ann' }),
        commitment(1, ten, { heldMechanicId: 'sam' }),
      ],
    });
    expect(decideAssignment(plan, job, 'sam')).toEqual({ ok: true, moves: new Map([[1, 'ann']]) });
  });

  test('do not include the hold of the appointment itself', () => {
    const ownCommitment = commitment(7, ten, { heldMechanicId: 'sam' });
    expect(getRefusal(dayPlan({ commitments: [ownCommitment] }))).toBeNull();
    const other = { ...job, appointmentId: 8 };
    expect(getRefusal(dayPlan({ commitments: [ownCommitment] }), other)).toContain('#0007');
  });
});

describe('candidates', () => {
  const available = (id: string) => ({ id, status: 'available' as const });

  test('are ranked: first those free at that time and available now, then those free at that time, then the rest', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann'), mechanicDay('bob'), mechanicDay('cid'), mechanicDay('dan')],
      commitments: [commitment(1, ten, { mechanicId: 'ann' })],
    });
    const ranked = rankCandidates(plan, job, [
      available('ann'),
      { id: 'bob', status: 'offline' },
      { id: 'cid', status: 'on_job' },
      available('dan'),
    ]);
    expect(ranked.map(({ id, free }) => [id, free])).toEqual([
      ['dan', true],
      ['bob', true],
      ['cid', true],
      ['ann', false],
    ]);
  });

  test('that are otherwise equal are ranked by holds to move, other jobs, unneeded skills, and id', () => {
    const plan = dayPlan({
      mechanics: [
        mechanicDay('ann'),
        mechanicDay('bob'),
        mechanicDay('cid', { skills: ['brakes'] }),
        mechanicDay('eve'),
        mechanicDay('dan'),
      ],
      commitments: [
        commitment(1, ten, { heldMechanicId: 'ann' }),
        commitment(2, between('14:00', '15:00'), { mechanicId: 'bob' }),
      ],
    });
    const people = ['ann', 'bob', 'cid', 'eve', 'dan'].map(available);
    const ranked = rankCandidates(plan, job, people);
    expect(ranked.map(({ id }) => id)).toEqual(['dan', 'eve', 'cid', 'bob', 'ann']);
    expect(ranked.every(({ free }) => free)).toBe(true);
  });

  test('come with the reasons for choosing them', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam', { skills: ['brakes'] })],
      commitments: [
        commitment(7, ten, { mechanicId: 'sam' }),
        commitment(1, between('12:00', '13:00'), { mechanicId: 'sam' }),
        commitment(2, between('14:00', '15:00'), { mechanicId: 'sam' }),
      ],
    });
    const changedJob = { ...job, interval: between('10:00', '11:30'), skills: ['brakes'] };
    expect(rankCandidates(plan, changedJob, [available('sam')])).toEqual([
      {
        id: 'sam',
        free: true,
        reasons: [
          'Free 10:00 AM to 11:30 AM',
          'Has skill: brakes',
          'Works until 6:00 PM',
          '2 other jobs that day',
        ],
      },
    ]);
  });

  test.each([
    ['No other jobs that day', []],
    ['1 other job that day', [commitment(1, between('12:00', '13:00'), { mechanicId: 'sam' })]],
  ])('give a reason for: %s', (phrase, commitments) => {
    const [sam] = rankCandidates(dayPlan({ commitments }), job, [available('sam')]);
    expect(sam?.reasons.at(-1)).toBe(phrase);
  });

  test.each<[string, Partial<DayPlan>, Partial<JobToPlace>]>([
    ['Missing skill: brakes', {}, { skills: ['brakes'] }],
    ['Does not work that day', { mechanics: [mechanicDay('sam', { hours: [] })] }, {}],
    [
      'Works 8:00 AM to 10:00 AM, 1:00 PM to 6:00 PM',
      {
        mechanics: [
          mechanicDay('sam', { hours: [between('08:00', '10:00'), between('13:00', '18:00')] }),
        ],
      },
      {},
    ],
    [
      'Works 8:00 AM to 6:00 PM',
      { mustEndWithinWorkingHours: true },
      { interval: between('17:00', '19:00') },
    ],
    ['Off that day', { mechanics: [mechanicDay('sam', { off: [between('00:00', '24:00')] })] }, {}],
    [
      'Off 10:30 AM to 12:00 PM',
      { mechanics: [mechanicDay('sam', { off: [between('10:30', '12:00')] })] },
      {},
    ],
    [
      'Busy with #0042 until 11:00 AM',
      { commitments: [commitment(42, ten, { mechanicId: 'sam' })] },
      {},
    ],
    [
      'Needed for #0042, which no one else can take',
      { commitments: [commitment(42, ten, { heldMechanicId: 'sam' })] },
      {},
    ],
    ['Closed that day: Juneteenth', { holiday: 'Juneteenth' }, {}],
    ['Does not take jobs', { mechanics: [] }, {}],
  ])('give a reason against: %s', (reason, plan, changedJob) => {
    expect(rankCandidates(dayPlan(plan), { ...job, ...changedJob }, [available('sam')])).toEqual([
      { id: 'sam', free: false, reasons: [reason] },
    ]);
  });
});
