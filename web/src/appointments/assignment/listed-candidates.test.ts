import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { expect, test } from 'vitest';
import { countHiddenCandidates, listCandidates } from './listed-candidates.ts';

function candidate(id: string, status: Candidate['status'], free: boolean): Candidate {
  const mechanic = { id, firstName: id, lastName: '', email: '', profileImageUrl: null };
  return { mechanic, status, free, reasons: [], warnings: [] };
}

const candidates = [
  candidate('taken', 'available', false),
  candidate('best', 'available', true),
  candidate('off', 'offline', true),
  candidate('second', 'available', true),
  candidate('busy', 'on_job', false),
];

function listIds(showAll: boolean, isLaterDay = false, selectedId?: string) {
  return listCandidates(candidates, showAll, isLaterDay, selectedId).map(
    (listed) => listed.mechanic.id,
  );
}

test("mechanics available now are listed, those who are free at the job's time first @dispatch.candidates", () => {
  expect(listIds(false)).toEqual(['best', 'second', 'taken']);
});

test('a selected mechanic who becomes off or busy stays listed @dispatch.assign-dialog', () => {
  expect(listIds(false, false, 'off')).toEqual(['best', 'off', 'second', 'taken']);
});

test('the switch adds mechanics who are off or busy now', () => {
  expect(listIds(true)).toEqual(['best', 'off', 'second', 'taken', 'busy']);
});

test('for a job on a later day, mechanics who are off or busy now are listed too', () => {
  expect(listIds(false, true)).toEqual(['best', 'off', 'second', 'taken', 'busy']);
});

test('hidden mechanics who could take the job are counted', () => {
  expect(countHiddenCandidates(candidates)).toBe(1);
});
