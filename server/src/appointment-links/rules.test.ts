import { describe, expect, test } from 'vitest';
import { getLinkPhase } from './rules.ts';

const day = 86_400_000;
const finishedAt = new Date('2026-03-03T20:00:00Z');
const after = (days: number, ms = 0) => ({
  now: new Date(finishedAt.getTime() + days * day + ms),
  local: { date: '2026-03-03', minutes: 0 },
});
const on = (date: string) => ({ now: finishedAt, local: { date, minutes: 0 } });

describe("an appointment's link", () => {
  test('allows everything until the appointment is over @appointment-links.phases', () => {
    for (const status of ['pending', 'unassigned', 'confirmed', 'in_progress'] as const) {
      const job = { status, date: '2026-03-03', finishedAt: null };
      expect(getLinkPhase(job, on('2026-03-03'))).toBe('open');
      expect(getLinkPhase(job, on('2026-06-01'))).toBe('open');
      expect(getLinkPhase(job, on('2026-06-02'))).toBe('expired');
    }
  });

  test('shows the appointment for 90 days after it was completed or canceled @appointment-links.phases', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      // The date of a canceled appointment may be months away.
      const job = { status, date: '2026-12-01', finishedAt };
      expect(getLinkPhase(job, after(0))).toBe('over');
      expect(getLinkPhase(job, after(90))).toBe('over');
      expect(getLinkPhase(job, after(90, 1))).toBe('expired');
    }
  });

  test("shows the appointment for 90 days after the appointment's date if its end was not recorded", () => {
    const job = { status: 'completed', date: '2026-03-03', finishedAt: null } as const;
    expect(getLinkPhase(job, on('2026-06-01'))).toBe('over');
    expect(getLinkPhase(job, on('2026-06-02'))).toBe('expired');
  });
});
