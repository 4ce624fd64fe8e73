import { describe, expect, test } from 'vitest';
import { between, dayPlan, engagement, worker } from '@curbwrench/testing/day-plans';
import { findPlacement, findMissingHolds } from './holds.ts';

const ten = between('10:00', '11:00');

describe('the preferred mechanic is a free one', () => {
  const job = { interval: ten, skills: ['brakes'] };

  test('with the fewest skills, so that specialists stay free', () => {
    const mechanics = [
      worker('ann', { skills: ['brakes', 'engine'] }),
      worker('bob', { skills: ['brakes'] }),
    ];
    const busy = engagement(1, between('14:00', '17:00'), { mechanicId: 'bob' });
    expect(findPlacement(dayPlan({ mechanics, engagements: [busy] }), job)?.mechanicId).toBe('bob');
  });

  test.each(['mechanicId', 'holdMechanicId'] as const)(
    'then the least loaded that day (%s)',
    (by) => {
      const engagements = [
        engagement(1, between('14:00', '17:00'), { [by]: 'ann' }),
        engagement(2, between('12:00', '13:00'), { [by]: 'bob' }),
        engagement(3, between('15:00', '16:00'), { [by]: 'bob' }),
      ];
      const plan = dayPlan({ mechanics: [worker('ann'), worker('bob')], engagements });
      expect(findPlacement(plan, { interval: ten, skills: [] })?.mechanicId).toBe('bob');
    },
  );

  test('then by id', () => {
    const plan = dayPlan({ mechanics: [worker('cid'), worker('ann'), worker('bob')] });
    expect(findPlacement(plan, { interval: ten, skills: [] })?.mechanicId).toBe('ann');
  });

  test('rather than one whose hold would move', () => {
    const plan = dayPlan({
      mechanics: [worker('ann'), worker('bob', { skills: ['a', 'b', 'c'] })],
      engagements: [engagement(1, ten, { holdMechanicId: 'ann' })],
    });
    expect(findPlacement(plan, { interval: ten, skills: [] })).toEqual({
      mechanicId: 'bob',
      moves: new Map(),
    });
  });
});

describe('a hold', () => {
  test('is not placed with a mechanic who declined the appointment', () => {
    const plan = dayPlan({ mechanics: [worker('ann'), worker('bob')] });
    const job = { interval: ten, skills: [] };
    expect(findPlacement(plan, { ...job, declinedBy: ['ann'] })?.mechanicId).toBe('bob');
    expect(findPlacement(plan, { ...job, declinedBy: ['ann', 'bob'] })).toBeNull();
  });

  test.each(['mechanicId', 'holdMechanicId'] as const)(
    'counts the time of its own appointment as free (%s)',
    (by) => {
      const plan = dayPlan({ engagements: [engagement(7, ten, { [by]: 'sam' })] });
      const job = { interval: between('10:30', '11:30'), skills: [] };
      expect(findPlacement(plan, job)).toBeNull();
      expect(findPlacement(plan, { ...job, appointmentId: 7 })?.mechanicId).toBe('sam');
    },
  );

  test('is not placed on a holiday', () => {
    expect(
      findPlacement(dayPlan({ holiday: 'Juneteenth' }), { interval: ten, skills: [] }),
    ).toBeNull();
  });

  test('is not placed if a skill has fewer mechanics than jobs at one moment', () => {
    const plan = dayPlan({
      mechanics: [worker('ann', { skills: ['brakes'] }), worker('bob'), worker('cid')],
      engagements: [engagement(1, ten, { skills: ['brakes'], holdMechanicId: 'ann' })],
    });
    expect(findPlacement(plan, { interval: ten, skills: ['brakes'] })).toBeNull();
  });
});

describe('rearranging holds', () => {
  test('continues through a chain of mechanics', () => {
    const plan = dayPlan({
      mechanics: [
        worker('ann', { skills: ['brakes'] }),
        worker('bob', { skills: ['engine', 'brakes'] }),
        worker('cid', { skills: ['engine'] }),
      ],
      engagements: [
        engagement(1, ten, { skills: ['brakes'], holdMechanicId: 'ann' }),
        engagement(2, ten, { skills: ['engine'], holdMechanicId: 'bob' }),
      ],
    });
    const placement = findPlacement(plan, { interval: ten, skills: ['brakes'] });
    expect(placement).not.toBeNull();
    expect(placement?.moves.get(2)).toBe('cid');
  });

  test('moves several short holds for one long job', () => {
    const plan = dayPlan({
      mechanics: [worker('ann', { hours: [between('10:00', '12:00')] }), worker('bob')],
      engagements: [
        engagement(1, between('10:00', '10:30'), { holdMechanicId: 'bob' }),
        engagement(2, between('10:30', '11:30'), { holdMechanicId: 'bob' }),
        engagement(3, between('12:00', '13:00'), { mechanicId: 'bob' }),
      ],
    });
    expect(findPlacement(plan, { interval: between('09:00', '12:00'), skills: [] })).toEqual({
      mechanicId: 'bob',
      moves: new Map([
        [1, 'ann'],
        [2, 'ann'],
      ]),
    });
  });

  test('undoes a choice that leads to no solution', () => {
    // Number 1 could go to ann, but then number 2, which only ann can take, would have no place.
    const plan = dayPlan({
      mechanics: [
        worker('ann', { skills: ['engine', 'x'], hours: [between('10:00', '13:00')] }),
        worker('bob', { skills: ['brakes'] }),
        worker('cid', { skills: ['x', 'y', 'z'] }),
      ],
      engagements: [
        engagement(1, between('10:00', '12:00'), { skills: [], holdMechanicId: 'bob' }),
        engagement(2, between('11:00', '12:00'), { skills: ['engine'], holdMechanicId: 'ann' }),
        engagement(3, between('10:00', '11:00'), { skills: ['x'], holdMechanicId: 'cid' }),
      ],
    });
    expect(findPlacement(plan, { interval: ten, skills: ['brakes'] })).toEqual({
      mechanicId: 'bob',
      moves: new Map([
        [1, 'cid'],
        [3, 'ann'],
      ]),
    });
  });

  test('never moves a fixed job or puts a hold into time off', () => {
    const brakesMechanic = worker('ann', { skills: ['brakes'] });
    const job = { interval: ten, skills: ['brakes'] };
    const fixed = dayPlan({
      mechanics: [brakesMechanic, worker('bob')],
      engagements: [engagement(1, ten, { mechanicId: 'ann' })],
    });
    expect(findPlacement(fixed, job)).toBeNull();
    const off = dayPlan({
      mechanics: [brakesMechanic, worker('bob', { off: [between('10:30', '11:00')] })],
      engagements: [engagement(1, ten, { holdMechanicId: 'ann' })],
    });
    expect(findPlacement(off, job)).toBeNull();
  });
});

describe('holds for appointments that have none', () => {
  test('are placed when a mechanic becomes available, as many as fit, in the given order', () => {
    const plan = dayPlan({
      engagements: [
        engagement(1, ten),
        engagement(2, ten),
        engagement(3, between('11:00', '12:00')),
        engagement(4, between('12:00', '13:00'), { mechanicId: 'sam' }),
      ],
    });
    expect(findMissingHolds(plan, [2, 1, 3, 4, 99])).toEqual(
      new Map([
        [2, 'sam'],
        [3, 'sam'],
      ]),
    );
  });

  test('take no other hold away, but move holds to other mechanics if needed', () => {
    const plan = dayPlan({
      mechanics: [worker('ann', { skills: ['brakes'] }), worker('bob')],
      engagements: [
        engagement(1, ten, { holdMechanicId: 'ann' }),
        engagement(2, ten, { skills: ['brakes'] }),
        engagement(3, ten),
      ],
    });
    expect(findMissingHolds(plan, [2, 3])).toEqual(
      new Map([
        [1, 'bob'],
        [2, 'ann'],
      ]),
    );
  });

  test('move away from a mechanic who is off, or no longer active', () => {
    const plan = dayPlan({
      mechanics: [worker('ann', { off: [between('08:00', '12:00')] }), worker('bob')],
      engagements: [
        engagement(1, ten, { holdMechanicId: 'ann' }),
        engagement(2, between('11:00', '12:00'), { holdMechanicId: 'gone' }),
      ],
    });
    expect(findMissingHolds(plan, [1, 2])).toEqual(
      new Map([
        [1, 'bob'],
        [2, 'bob'],
      ]),
    );
  });

  test('stay as they are where they are valid', () => {
    const plan = dayPlan({
      mechanics: [worker('ann'), worker('bob')],
      engagements: [
        engagement(1, ten, { holdMechanicId: 'bob' }),
        engagement(2, ten, { mechanicId: 'ann' }),
      ],
    });
    expect(findMissingHolds(plan, [1, 2])).toEqual(new Map());
  });
});
