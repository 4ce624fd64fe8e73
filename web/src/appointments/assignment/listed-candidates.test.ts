import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { expect, test } from 'vitest';
import { countHiddenFree, listedCandidates } from './listed-candidates.ts';

function candidate(id: string, status: Candidate['status'], free: boolean): Candidate {
  const mechanic = { id, firstName: id, lastName: '', email: '', profileImageUrl: null };
  return { mechanic, status, free, reasons: [] };
}

const candidates = [
  candidate('taken', 'available', false),
  candidate('best', 'available', true),
  candidate('off', 'offline', true),
  candidate('second', 'available', true),
  candidate('busy', 'on_job', false),
];

function names(everyone: boolean, isLater = false) {
  return listedCandidates(candidates, everyone, isLater).map((one) => one.mechanic.id);
}

test('mechanics available now are listed, selectable ones first @dispatch.candidates', () => {
  expect(names(false)).toEqual(['best', 'second', 'taken']);
});

test('the switch adds those who are off or busy now, in the same order', () => {
  expect(names(true)).toEqual(['best', 'off', 'second', 'taken', 'busy']);
});

test('for a job on a later day, mechanics who are off or busy now are listed too', () => {
  expect(names(false, true)).toEqual(['best', 'off', 'second', 'taken', 'busy']);
});

test('the switch shows how many more could be chosen', () => {
  expect(countHiddenFree(candidates)).toBe(1);
});
