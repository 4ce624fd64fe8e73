import type {
  CoverageProposals,
  JobToCover,
} from '@curbwrench/contract/appointments/coverage-schemas';
import { describe, expect, test } from 'vitest';
import {
  chooseTime,
  findConflicts,
  toCoverageInput,
  type CoverageChanges,
} from './coverage-choices.ts';

function job(id: number, startTime: string, endTime: string, mechanicIds: string[]): JobToCover {
  const [mechanicId] = mechanicIds;
  return {
    appointment: { id } as JobToCover['appointment'],
    proposal: mechanicId === undefined ? null : { mechanicId, startTime },
    reason: mechanicId === undefined ? 'No one else has time for it today.' : null,
    times: [
      { startTime, endTime, mechanicIds },
      { startTime: '14:00', endTime: '15:00', mechanicIds: ['dan', 'bob'] },
    ],
  };
}

const first = job(1, '10:00', '11:00', ['bob', 'cleo']);
const second = job(2, '10:30', '11:30', ['cleo', 'bob']);
const jobWithoutProposal = job(3, '11:30', '12:00', []);
const proposals: CoverageProposals = { jobs: [first, second, jobWithoutProposal], mechanics: [] };
const unchanged: CoverageChanges = new Map();

describe('the choices for covering jobs @sick.cover', () => {
  test('the proposals are confirmed if nothing is changed; jobs without a proposal are left out', () => {
    expect(toCoverageInput(proposals, unchanged)).toEqual([
      { appointmentId: 1, mechanicId: 'bob', startTime: '10:00' },
      { appointmentId: 2, mechanicId: 'cleo', startTime: '10:30' },
    ]);
  });

  test('a job can be left for later, and a mechanic can be chosen for a job without a proposal', () => {
    const changes: CoverageChanges = new Map([
      [1, null],
      [3, { mechanicId: 'dan', startTime: '14:00' }],
    ]);
    expect(toCoverageInput(proposals, changes)).toEqual([
      { appointmentId: 2, mechanicId: 'cleo', startTime: '10:30' },
      { appointmentId: 3, mechanicId: 'dan', startTime: '14:00' },
    ]);
  });

  test('choosing a different time keeps the mechanic if they are free then, and otherwise selects the best match', () => {
    expect(chooseTime(first, { mechanicId: 'bob', startTime: '10:00' }, '14:00')).toEqual({
      mechanicId: 'bob',
      startTime: '14:00',
    });
    expect(chooseTime(first, { mechanicId: 'cleo', startTime: '10:00' }, '14:00')).toEqual({
      mechanicId: 'dan',
      startTime: '14:00',
    });
    expect(chooseTime(jobWithoutProposal, null, '11:30')).toBeNull();
  });

  test('two overlapping jobs with the same mechanic are reported as a conflict', () => {
    expect(findConflicts(proposals, unchanged)).toEqual(new Map());
    const sameMechanic: CoverageChanges = new Map([
      [1, { mechanicId: 'cleo', startTime: '10:00' }],
    ]);
    expect(findConflicts(proposals, sameMechanic)).toEqual(
      new Map([
        [1, 'This mechanic is also assigned to #0002 at 10:30 AM.'],
        [2, 'This mechanic is also assigned to #0001 at 10:00 AM.'],
      ]),
    );
  });
});
