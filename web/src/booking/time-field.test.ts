import { expect, test } from 'vitest';
import { describeTimes, getUnavailableTimeProblem, getZoneNameIfDifferent } from './time-field.tsx';

const slots = [
  { startTime: '09:00', endTime: '10:00', available: true, reason: null },
  { startTime: '10:00', endTime: '11:00', available: false, reason: 'Fully booked' },
];

test('an available time is not reported as a problem', () => {
  expect(getUnavailableTimeProblem(slots, '2026-11-23', '09:00', false)).toBeNull();
});

test('nothing is reported while no time is selected', () => {
  expect(getUnavailableTimeProblem(slots, '2026-11-23', '', false)).toBeNull();
});

test('an unavailable time is reported with the reason', () => {
  expect(getUnavailableTimeProblem(slots, '2026-11-23', '10:00', false)).toBe(
    "10:00 AM isn't available on Mon, Nov 23, 2026 (fully booked). Choose another time.",
  );
});

test('a time that is not among the slots is reported', () => {
  expect(getUnavailableTimeProblem(slots, '2026-11-23', '23:00', false)).toBe(
    "11:00 PM isn't available on Mon, Nov 23, 2026. Choose another time.",
  );
});

test('on a day without a free time slot, the office is offered other times, and customers are asked to try another day @business.office', () => {
  const fullyBookedSlots = slots.slice(1);
  expect(describeTimes(fullyBookedSlots, 'America/Los_Angeles', true)).toBe(
    'No regular times are available on this day. Choose any time below, or try another date.',
  );
  expect(describeTimes(fullyBookedSlots, 'America/Los_Angeles', false)).toBe(
    'No times are available on this day. Try another date.',
  );
  const late = { startTime: '17:00', endTime: '19:00', available: false, reason: 'Ends late' };
  const confirmable = { ...late, needsConfirmation: true } as const;
  expect(describeTimes([confirmable], 'America/Los_Angeles', true)).not.toContain('No regular');
});

test('the time zone is named for a viewer in another time zone', () => {
  expect(getZoneNameIfDifferent('America/Los_Angeles', 'Europe/Berlin')).toBe('Pacific Time');
});

test('no time zone is named for a viewer whose clock shows the same time', () => {
  expect(getZoneNameIfDifferent('America/Los_Angeles', 'America/Los_Angeles')).toBeNull();
  expect(getZoneNameIfDifferent('Europe/Paris', 'Europe/Berlin')).toBeNull();
});

test('the office may choose a time between the slots, and an unavailable slot that it can confirm @business.office', () => {
  expect(getUnavailableTimeProblem(slots, '2026-11-23', '10:15', true)).toBeNull();
  const late = { startTime: '17:00', endTime: '19:00', available: false, reason: 'Ends late' };
  const confirmable = { ...late, needsConfirmation: true } as const;
  expect(getUnavailableTimeProblem([confirmable], '2026-11-23', '17:00', true)).toBeNull();
  expect(getUnavailableTimeProblem([late], '2026-11-23', '17:00', true)).not.toBeNull();
});
