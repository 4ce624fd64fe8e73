import { addDays } from '@curbwrench/contract/fields/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toInstant, toLocalTime } from './business-time.ts';

const losAngeles = 'America/Los_Angeles';
const berlin = 'Europe/Berlin';
const auckland = 'Pacific/Auckland';
const honolulu = 'Pacific/Honolulu';

function formatLocal(instant: string, timeZone: string): string {
  const { date, minutes } = toLocalTime(new Date(instant), timeZone);
  return `${date} ${minutes}`;
}

describe("the business's local time", () => {
  test('has the local date, not the UTC date', () => {
    expect(formatLocal('2025-06-11T06:59:59Z', losAngeles)).toBe('2025-06-10 1439');
    expect(formatLocal('2025-06-11T07:00:00Z', losAngeles)).toBe('2025-06-11 0');
    expect(formatLocal('2025-06-11T12:00:00Z', auckland)).toBe('2025-06-12 0');
    expect(formatLocal('2025-06-11T09:59:00Z', honolulu)).toBe('2025-06-10 1439');
    expect(formatLocal('2025-06-11T23:30:00Z', 'UTC')).toBe('2025-06-11 1410');
  });

  test('is correct for each zone and each minute, whichever results are cached', () => {
    const time = '2025-03-09T09:59:30Z';
    expect(formatLocal(time, losAngeles)).toBe('2025-03-09 119');
    expect(formatLocal(time, berlin)).toBe('2025-03-09 659');
    expect(formatLocal('2025-03-09T10:00:30Z', losAngeles)).toBe('2025-03-09 180');
  });

  test('rounds down to whole minutes', () => {
    expect(formatLocal('2025-06-11T15:00:59.999Z', losAngeles)).toBe('2025-06-11 480');
    expect(formatLocal('2025-06-11T15:01:00Z', losAngeles)).toBe('2025-06-11 481');
  });

  test('jumps and repeats with the wall clock on daylight-saving nights', () => {
    expect(formatLocal('2025-03-09T09:59:00Z', losAngeles)).toBe('2025-03-09 119');
    expect(formatLocal('2025-03-09T10:00:00Z', losAngeles)).toBe('2025-03-09 180');
    expect(formatLocal('2025-11-02T08:30:00Z', losAngeles)).toBe('2025-11-02 90');
    expect(formatLocal('2025-11-02T09:30:00Z', losAngeles)).toBe('2025-11-02 90');
  });

  test('works in zones that are not whole hours from UTC', () => {
    expect(formatLocal('2025-06-11T18:30:00Z', 'Asia/Kolkata')).toBe('2025-06-12 0');
    expect(formatLocal('2025-06-11T02:29:00Z', 'America/St_Johns')).toBe('2025-06-10 1439');
  });

  test('throws on an unknown zone', () => {
    expect(() => toLocalTime(new Date(0), 'Mars/Olympus')).toThrow('Mars/Olympus');
  });
});

describe('toInstant', () => {
  test.each([
    ['2025-06-11', '10:00', losAngeles, '2025-06-11T17:00:00.000Z'],
    ['2025-01-15', '10:00', losAngeles, '2025-01-15T18:00:00.000Z'],
    ['2025-06-11', '00:00', auckland, '2025-06-10T12:00:00.000Z'],
    ['2025-06-11', '23:59', honolulu, '2025-06-12T09:59:00.000Z'],
    ['2025-07-01', '08:00', berlin, '2025-07-01T06:00:00.000Z'],
    ['2025-12-01', '08:00', berlin, '2025-12-01T07:00:00.000Z'],
  ])('converts %s %s in %s', (date, time, timeZone, instant) => {
    expect(toInstant(date, time, timeZone).toISOString()).toBe(instant);
  });

  test('reads 24:00 as midnight of the next day, even if the day has 23 or 25 hours', () => {
    for (const date of ['2025-06-11', '2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02']) {
      expect(toInstant(date, '24:00', losAngeles)).toEqual(
        toInstant(addDays(date, 1), '00:00', losAngeles),
      );
    }
  });

  test('reads a time skipped in spring as the time an hour later', () => {
    const skippedTime = toInstant('2025-03-09', '02:30', losAngeles);
    expect(skippedTime).toEqual(toInstant('2025-03-09', '03:30', losAngeles));
    expect(toInstant('2025-03-30', '02:30', berlin).toISOString()).toBe('2025-03-30T01:30:00.000Z');
    expect(toInstant('2025-09-28', '02:30', auckland)).toEqual(
      toInstant('2025-09-28', '03:30', auckland),
    );
  });

  test('reads a time repeated in fall as the first of the two', () => {
    expect(toInstant('2025-11-02', '01:30', losAngeles).toISOString()).toBe(
      '2025-11-02T08:30:00.000Z',
    );
    expect(toInstant('2025-10-26', '02:30', berlin).toISOString()).toBe('2025-10-26T00:30:00.000Z');
    expect(toInstant('2025-04-06', '02:30', auckland).toISOString()).toBe(
      '2025-04-05T13:30:00.000Z',
    );
  });

  test('is the inverse of toLocalTime, except within a repeated hour', () => {
    const zones = [losAngeles, berlin, auckland, honolulu, 'Australia/Lord_Howe', 'Asia/Kolkata'];
    const someMinute = fc
      .integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
      .map((minutes) => new Date(minutes * 60_000));
    fc.assert(
      fc.property(someMinute, fc.constantFrom(...zones), (now, timeZone) => {
        const { date, minutes } = toLocalTime(now, timeZone);
        const time =
          `${Math.floor(minutes / 60)}`.padStart(2, '0') + ':' + `${minutes % 60}`.padStart(2, '0');
        const instant = toInstant(date, time, timeZone);
        expect(toLocalTime(instant, timeZone)).toEqual({ date, minutes });
        // Only the second occurrence of a repeated hour converts to an earlier instant.
        expect([0, 30, 60]).toContain((now.getTime() - instant.getTime()) / 60_000);
      }),
      { seed: 611, numRuns: 500 },
    );
  });
});
