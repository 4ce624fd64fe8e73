import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { expect, test } from 'vitest';
import { describeOpenDays, describeSlots, listBusinessHours } from './business-hours-text.ts';

const hours = { opens: '08:00', closes: '18:00' };

test('the landing page says how many time slots a day has and which days are open, including with custom rules @business.settings-shown', () => {
  expect(describeSlots(defaultBookingRules)).toBe(
    'Choose from ten start times every weekday, up to 30 days out.',
  );
  expect(describeOpenDays(defaultBookingRules.businessHours)).toBe('Weekdays');
  const rulesWithSaturday = {
    ...defaultBookingRules,
    businessHours: [null, hours, hours, hours, hours, hours, { opens: '08:00', closes: '12:00' }],
    slotIntervalMinutes: 30,
    windowDays: 14,
  };
  expect(describeSlots(rulesWithSaturday)).toBe(
    'Choose from up to 20 start times Monday through Saturday, up to 14 days out.',
  );
  const everyDayRules = {
    ...defaultBookingRules,
    businessHours: Array.from({ length: 7 }, () => hours),
  };
  expect(describeSlots(everyDayRules)).toBe(
    'Choose from ten start times every day, up to 30 days out.',
  );
});

test('days with the same business hours are listed together, closed days last @site.hours', () => {
  expect(listBusinessHours(defaultBookingRules.businessHours)).toEqual([
    { days: 'Monday through Friday', hours: '8:00 AM to 6:00 PM' },
    { days: 'Saturday and Sunday', hours: 'Closed' },
  ]);
  const long = { opens: '08:00', closes: '20:30' };
  const short = { opens: '09:00', closes: '12:00' };
  expect(listBusinessHours([null, long, long, null, long, long, short])).toEqual([
    { days: 'Monday, Tuesday, Thursday, and Friday', hours: '8:00 AM to 8:30 PM' },
    { days: 'Saturday', hours: '9:00 AM to 12:00 PM' },
    { days: 'Sunday and Wednesday', hours: 'Closed' },
  ]);
});
