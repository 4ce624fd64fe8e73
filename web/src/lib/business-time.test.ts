import { describe, expect, it } from 'vitest';
import {
  dateIn,
  displayDateIn,
  displayInstantIn,
  getHoursUntil,
  timeAgo,
  timeIn,
  untilMidnightIn,
} from './business-time.ts';

const losAngeles = 'America/Los_Angeles';

describe("the business's calendar", () => {
  it("uses the business's time zone, not the machine's", () => {
    expect(dateIn(losAngeles, '2025-06-03T06:30:00Z')).toBe('2025-06-02');
    expect(dateIn('Pacific/Auckland', '2025-06-03T06:30:00Z')).toBe('2025-06-03');
    expect(dateIn('Pacific/Kiritimati', '2025-06-03T10:30:00Z')).toBe('2025-06-04');
  });

  it('starts a day at midnight in the time zone', () => {
    expect(dateIn(losAngeles, Date.parse('2025-01-01T07:59:59Z'))).toBe('2024-12-31');
    expect(dateIn(losAngeles, Date.parse('2025-01-01T08:00:00Z'))).toBe('2025-01-01');
  });

  it('writes midnight as 00:00, not 24:00', () => {
    expect(timeIn(losAngeles, '2025-06-02T07:00:00Z')).toBe('00:00');
    expect(timeIn(losAngeles, '2025-06-02T21:05:00Z')).toBe('14:05');
  });

  it('shows dates as MMM dd, yyyy and instants in the time zone @screens.dates', () => {
    expect(displayDateIn(losAngeles, '2025-09-03T06:30:00Z')).toBe('Tue, Sep 02, 2025');
    expect(displayInstantIn(losAngeles, '2025-09-03T06:30:00Z')).toBe(
      'Tue, Sep 02, 2025, 11:30 PM',
    );
    expect(displayInstantIn(losAngeles, '2025-09-03T07:05:00Z')).toBe(
      'Wed, Sep 03, 2025, 12:05 AM',
    );
  });
});

describe('the time until midnight', () => {
  const hoursUntilMidnight = (from: string, zone = losAngeles) =>
    untilMidnightIn(zone, Date.parse(from)) / 3_600_000;

  it("is the time left in the time zone's current day", () => {
    expect(hoursUntilMidnight('2025-06-02T19:00:00Z')).toBe(12);
    expect(hoursUntilMidnight('2025-06-02T07:00:00Z')).toBe(24);
  });

  it('accounts for DST changes', () => {
    expect(hoursUntilMidnight('2025-03-09T08:00:00Z')).toBe(23);
    expect(hoursUntilMidnight('2025-11-02T07:00:00Z')).toBe(25);
  });

  it('works where the clocks change at midnight', () => {
    expect(hoursUntilMidnight('2024-09-08T03:00:00Z', 'America/Santiago')).toBe(1);
  });
});

describe('the hours until a date and time', () => {
  it("are counted in the business's time zone", () => {
    const noon = Date.parse('2025-06-02T19:00:00Z');
    expect(getHoursUntil(losAngeles, '2025-06-03', '12:00', noon)).toBe(24);
    expect(getHoursUntil(losAngeles, '2025-06-02', '11:30', noon)).toBe(-0.5);
  });

  it('account for DST changes', () => {
    const eveningBefore = Date.parse('2025-03-08T20:00:00Z');
    expect(getHoursUntil(losAngeles, '2025-03-09', '12:00', eveningBefore)).toBe(23);
    expect(
      getHoursUntil(losAngeles, '2025-11-02', '12:00', Date.parse('2025-11-01T19:00:00Z')),
    ).toBe(25);
  });
});

describe('a relative time @screens.dates', () => {
  const now = Date.parse('2025-06-02T12:00:00Z');

  it.each([
    [null, 'Never'],
    ['2025-06-02T12:00:00Z', 'just now'],
    ['2025-06-02T11:59:01Z', 'just now'],
    ['2025-06-02T11:59:00Z', '1m ago'],
    ['2025-06-02T11:55:30Z', '4m ago'],
    ['2025-06-02T11:00:01Z', '59m ago'],
    ['2025-06-02T11:00:00Z', '1h ago'],
    ['2025-05-31T11:00:00Z', '49h ago'],
    ['2025-06-02T12:00:30Z', 'just now'],
  ])("for %s is '%s'", (instant, text) => {
    expect(timeAgo(instant, now)).toBe(text);
  });
});
