import { expect, test } from 'vitest';
import { getLostProblem, getForeignZoneName } from './time-field.tsx';

const slots = [
  { startTime: '09:00', endTime: '10:00', available: true, reason: null },
  { startTime: '10:00', endTime: '11:00', available: false, reason: 'Fully booked' },
];

test('a free time is not a problem', () => {
  expect(getLostProblem(slots, '2026-11-23', '09:00')).toBeNull();
});

test('no selected time is not a problem', () => {
  expect(getLostProblem(slots, '2026-11-23', '')).toBeNull();
});

test('a time that was taken is reported with its reason', () => {
  expect(getLostProblem(slots, '2026-11-23', '10:00')).toBe(
    '10:00 AM is not available on Nov 23, 2026 (fully booked). Please choose another time.',
  );
});

test('a time that is not among the slots is reported', () => {
  expect(getLostProblem(slots, '2026-11-23', '23:00')).toBe(
    '11:00 PM is not available on Nov 23, 2026. Please choose another time.',
  );
});

test('the time zone is named for a viewer in another one', () => {
  expect(getForeignZoneName('America/Los_Angeles', 'Europe/Berlin')).toBe('Pacific Time');
});

test('no time zone is named for a viewer in the same one, whatever its name', () => {
  expect(getForeignZoneName('America/Los_Angeles', 'America/Los_Angeles')).toBeNull();
  expect(getForeignZoneName('Europe/Paris', 'Europe/Berlin')).toBeNull();
});
