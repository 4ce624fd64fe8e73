import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { expect, test, vi } from 'vitest';
import { Roster } from './mechanic-roster.ts';
import { listPlacements, holdSearchBudget } from './placement-search.ts';

const timeZone = 'America/Los_Angeles';

test('the search for start times considers a limited number of mechanics, however large the business is @board.fits', () => {
  const mechanics = Array.from({ length: 100 }, (_, index) => mechanicDay(`m${100 + index}`));
  const commitments = mechanics.flatMap(({ id }, index) =>
    [8, 10, 12, 14].map((hour) => {
      const from = hour * 60 + (index % 8) * 15;
      const held = { heldMechanicId: id };
      return commitment(1000 + index * 24 + hour, { from, to: from + 105 }, held);
    }),
  );
  const plan = dayPlan({ mechanics, commitments });
  const job = {
    appointmentId: 1,
    date: '2025-06-12',
    interval: between('10:00', '11:30'),
    skills: [],
  };
  const listCandidates = vi.spyOn(Roster.prototype, 'listCandidates');
  listPlacements(plan, job, { date: '2025-06-10', minutes: 0, isOfficeBooking: true, timeZone });
  const consideredCount = listCandidates.mock.results.reduce(
    (sum, { value }) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  );
  listCandidates.mockRestore();
  expect(consideredCount).toBeGreaterThan(holdSearchBudget / 10);
  expect(consideredCount).toBeLessThan(holdSearchBudget * 2);
});
