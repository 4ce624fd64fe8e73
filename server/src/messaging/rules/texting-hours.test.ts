import { expect, test } from 'vitest';
import { getTextingTime } from './texting-hours.ts';

const losAngeles = 'America/Los_Angeles';
const timeFor = (now: string, timeZone = losAngeles) =>
  getTextingTime(new Date(now), timeZone).toISOString();

test('during the day, a reminder is texted immediately @messages.texting-hours', () => {
  expect(timeFor('2026-03-03T16:00:00.000Z')).toBe('2026-03-03T16:00:00.000Z');
  expect(timeFor('2026-03-03T20:15:30.123Z')).toBe('2026-03-03T20:15:30.123Z');
  expect(timeFor('2026-03-04T04:59:59.999Z')).toBe('2026-03-04T04:59:59.999Z');
});

test('after 21:00, a reminder waits until 8:00 the next day @messages.texting-hours', () => {
  expect(timeFor('2026-03-04T05:00:00.000Z')).toBe('2026-03-04T16:00:00.000Z');
  expect(timeFor('2026-03-04T07:59:59.999Z')).toBe('2026-03-04T16:00:00.000Z');
  // The last day of a month.
  expect(timeFor('2026-05-01T05:00:00.000Z')).toBe('2026-05-01T15:00:00.000Z');
});

test('after midnight, a reminder waits until 8:00 that day @messages.texting-hours', () => {
  expect(timeFor('2026-03-04T08:00:00.000Z')).toBe('2026-03-04T16:00:00.000Z');
  expect(timeFor('2026-03-03T15:59:59.999Z')).toBe('2026-03-03T16:00:00.000Z');
});

test('the hours are in local time, even on days when the clocks change @messages.texting-hours', () => {
  // The night before March 8, 2026 has no 2:00, so 8:00 is ten hours after 21:00 instead of eleven.
  expect(timeFor('2026-03-08T04:59:59.999Z')).toBe('2026-03-08T04:59:59.999Z');
  expect(timeFor('2026-03-08T05:00:00.000Z')).toBe('2026-03-08T15:00:00.000Z');
  expect(timeFor('2026-03-08T09:30:00.000Z')).toBe('2026-03-08T15:00:00.000Z');
  expect(timeFor('2026-03-09T03:59:59.999Z')).toBe('2026-03-09T03:59:59.999Z');
  expect(timeFor('2026-03-09T04:00:00.000Z')).toBe('2026-03-09T15:00:00.000Z');
  // On November 1, 2026, 1:00 occurs twice.
  expect(timeFor('2026-11-01T04:00:00.000Z')).toBe('2026-11-01T16:00:00.000Z');
  expect(timeFor('2026-11-01T09:30:00.000Z')).toBe('2026-11-01T16:00:00.000Z');
  expect(timeFor('2026-11-01T15:30:00.000Z')).toBe('2026-11-01T16:00:00.000Z');
  expect(timeFor('2026-11-02T05:00:00.000Z')).toBe('2026-11-02T16:00:00.000Z');
});

test("the hours are in the business's time zone @messages.texting-hours", () => {
  expect(timeFor('2026-03-03T16:00:00.000Z', 'Asia/Tokyo')).toBe('2026-03-03T23:00:00.000Z');
  expect(timeFor('2026-03-03T02:00:00.000Z', 'Asia/Tokyo')).toBe('2026-03-03T02:00:00.000Z');
});
