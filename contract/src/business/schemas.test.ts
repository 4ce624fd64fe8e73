import { expect, test } from 'vitest';
import { isTimeZone } from './schemas.ts';

test.each(['America/Los_Angeles', 'Europe/Madrid', 'UTC'])('%s is a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each(['+02:00', '-08:00', '+02', '-0800', 'Mars/Olympus', ''])(
  '"%s" is not a time zone that a business can have',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  },
);
