import { describe, expect, test } from 'vitest';
import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { findPlacement, planHolds } from './holds.ts';

const ten = between('10:00', '11:00');

describe('the preferred mechanic is a free mechanic', () => {
  const job = { interval: ten, skills: ['brakes'] };

  test('with the fewest skills, so that specialists stay free', () => {
    const mechanics = [
      mechanicDay('ann', { skills: ['brakes', 'engine'] }),
      mechanicDay('bob', { skills: ['brakes'] }),
    ];
    const busy = commitment(1, between('14:00', '17:00'), { mechanicId: 'bob' });
    expect(findPlacement(dayPlan({ mechanics, commitments: [busy] }), job)?.mechanicId).toBe('bob');
  });

  test.each(['mechanicId', 'heldMechanicId'] as const)(
    'then with the least load that day (%s)',
    (property) => {
      const commitments = [
        commitment(1, between('14:00', '17:00'), { [property]: 'ann' }),
        commitment(2, between('12:00', '13:00'), { [property]: 'bob' }),
        commitment(3, between('15:00', '16:00'), { [property]: 'bob' }),
      ];
      const plan = dayPlan({ mechanics: [mechanicDay('ann'), mechanicDay('bob')], commitments });
      expect(findPlacement(plan, { interval: ten, skills: [] })?.mechanicId).toBe('bob');
    },
  );

  test('then with the first id', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('cid'), mechanicDay('ann'), mechanicDay('bob')],
    });
    expect(findPlacement(plan, { interval: ten, skills: [] })?.mechanicId).toBe('ann');
  });

  test('rather than one whose hold would have to move', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann'), mechanicDay('bob', { skills: ['a', 'b', 'c'] })],
      commitments: [commitment(1, ten, { heldMechanicId: 'ann' })],
    });
    expect(findPlacement(plan, { interval: ten, skills: [] })).toEqual({
      mechanicId: 'bob',
      moves: new Map(),
    });
  });
});

describe('a hold', () => {
  test('is not placed on a mechanic who declined the appointment', () => {
    const plan = dayPlan({ mechanics: [mechanicDay('ann'), mechanicDay('bob')] });
    const job = { interval: ten, skills: [] };
    expect(findPlacement(plan, { ...job, declinedBy: ['ann'] })?.mechanicId).toBe('bob');
    expect(findPlacement(plan, { ...job, declinedBy: ['ann', 'bob'] })).toBeNull();
  });

  test.each(['mechanicId', 'heldMechanicId'] as const)(
    'counts the time of its own appointment as free (%s)',
    (property) => {
      const plan = dayPlan({ commitments: [commitment(7, ten, { [property]: 'sam' })] });
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

  test('is not placed if there are more jobs than mechanics for a skill at the same time', () => {
    const plan = dayPlan({
      mechanics: [
        mechanicDay('ann', { skills: ['brakes'] }),
        mechanicDay('bob'),
        mechanicDay('cid'),
      ],
      commitments: [commitment(1, ten, { skills: ['brakes'], heldMechanicId: 'ann' })],
    });
    expect(findPlacement(plan, { interval: ten, skills: ['brakes'] })).toBeNull();
  });
});

describe('moving holds', () => {
  test('continues through a chain of mechanics', () => {
    const plan = dayPlan({
      mechanics: [
        mechanicDay('ann', { skills: ['brakes'] }),
        mechanicDay('bob', { skills: ['engine', 'brakes'] }),
        mechanicDay('cid', { skills: ['engine'] }),
      ],
      commitments: [
        commitment(1, ten, { skills: ['brakes'], heldMechanicId: 'ann' }),
        commitment(2, ten, { skills: ['engine'], heldMechanicId: 'bob' }),
      ],
    });
    const placement = findPlacement(plan, { interval: ten, skills: ['brakes'] });
    expect(placement).not.toBeNull();
    expect(placement?.moves.get(2)).toBe('cid');
  });

  test('moves several short holds for one long job', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann', { hours: [between('10:00', '12:00')] }), mechanicDay('bob')],
      commitments: [
        commitment(1, between('10:00', '10:30'), { heldMechanicId: 'bob' }),
        commitment(2, between('10:30', '11:30'), { heldMechanicId: 'bob' }),
        commitment(3, between('12:00', '13:00'), { mechanicId: 'bob' }),
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
    // #1 could move to ann, but then #2, which only ann can take, would have no mechanic.
    const plan = dayPlan({
      mechanics: [
        mechanicDay('ann', { skills: ['engine', 'x'], hours: [between('10:00', '13:00')] }),
        mechanicDay('bob', { skills: ['brakes'] }),
        mechanicDay('cid', { skills: ['x', 'y', 'z'] }),
      ],
      commitments: [
        commitment(1, between('10:00', '12:00'), { skills: [], heldMechanicId: 'bob' }),
        commitment(2, between('11:00', '12:00'), { skills: ['engine'], heldMechanicId: 'ann' }),
        commitment(3, between('10:00', '11:00'), { skills: ['x'], heldMechanicId: 'cid' }),
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

  test('never moves a fixed job, and never moves a hold into time off', () => {
    const brakesMechanic = mechanicDay('ann', { skills: ['brakes'] });
    const job = { interval: ten, skills: ['brakes'] };
    const fixed = dayPlan({
      mechanics: [brakesMechanic, mechanicDay('bob')],
      commitments: [commitment(1, ten, { mechanicId: 'ann' })],
    });
    expect(findPlacement(fixed, job)).toBeNull();
    const off = dayPlan({
      mechanics: [brakesMechanic, mechanicDay('bob', { off: [between('10:30', '11:00')] })],
      commitments: [commitment(1, ten, { heldMechanicId: 'ann' })],
    });
    expect(findPlacement(off, job)).toBeNull();
  });
});

describe('the holds of the listed appointments', () => {
  test('are placed when a mechanic becomes available, as many as fit, in the given order', () => {
    const plan = dayPlan({
      commitments: [
        commitment(1, ten),
        commitment(2, ten),
        commitment(3, between('11:00', '12:00')),
        commitment(4, between('12:00', '13:00'), { mechanicId: 'sam' }),
      ],
    });
    expect(planHolds(plan, [2, 1, 3, 4, 99])).toEqual(
      new Map([
        [2, 'sam'],
        [3, 'sam'],
      ]),
    );
  });

  test('take no hold away from others, but move holds to other mechanics if needed', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann', { skills: ['brakes'] }), mechanicDay('bob')],
      commitments: [
        commitment(1, ten, { heldMechanicId: 'ann' }),
        commitment(2, ten, { skills: ['brakes'] }),
        commitment(3, ten),
      ],
    });
    expect(planHolds(plan, [2, 3])).toEqual(
      new Map([
        [1, 'bob'],
        [2, 'ann'],
      ]),
    );
  });

  test('move away from a mechanic who is off, or no longer active', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann', { off: [between('08:00', '12:00')] }), mechanicDay('bob')],
      commitments: [
        commitment(1, ten, { heldMechanicId: 'ann' }),
        commitment(2, between('11:00', '12:00'), { heldMechanicId: 'former' }),
      ],
    });
    expect(planHolds(plan, [1, 2])).toEqual(
      new Map([
        [1, 'bob'],
        [2, 'bob'],
      ]),
    );
  });

  test('are not changed if they are valid', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann'), mechanicDay('bob')],
      commitments: [
        commitment(1, ten, { heldMechanicId: 'bob' }),
        commitment(2, ten, { mechanicId: 'ann' }),
      ],
    });
    expect(planHolds(plan, [1, 2])).toEqual(new Map());
  });
});
