import { expect, test } from 'vitest';
import { getLostProblem, getForeignZoneName } from './time-field.tsx';

const slots = [
  { startTime: '09:00', endTime: '10:00', available: true, reason: null },
  { startTime: '10:00', endTime: '11:00', available: false, reason: 'Fully booked' },
];

test('a free time is not a problem', () => {
  expect(getLostProblem(slots, '2026-11-23', '09:00', false)).toBeNull();
});

test('no selected time is not a problem', () => {
  expect(getLostProblem(slots, '2026-11-23', '', false)).toBeNull();
});

test('a time that was taken is reported with its reason', () => {
  expect(getLostProblem(slots, '2026-11-23', '10:00', false)).toBe(
    '10:00 AM is not available on Nov 23, 2026 (fully booked). Please choose another time.',
  );
});

test('a time that is not among the slots is reported', () => {
  expect(getLostProblem(slots, '2026-11-23', '23:00', false)).toBe(
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

test('the office may choose a time between the slots, and one that it can confirm @business.office', () => {
  expect(getLostProblem(slots, '2026-11-23', '10:15', true)).toBeNull();
  const late = { startTime: '17:00', endTime: '19:00', available: false, reason: 'Ends late' };
  const confirmable = { ...late, needsConfirmation: true } as const;
  expect(getLostProblem([confirmable], '2026-11-23', '17:00', true)).toBeNull();
  expect(getLostProblem([late], '2026-11-23', '17:00', true)).not.toBeNull();
});
