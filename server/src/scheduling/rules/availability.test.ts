import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { describe, expect, test } from 'vitest';
import {
  between,
  dayPlan,
  commitment,
  testRules,
  mechanicDay,
} from '@curbwrench/testing/day-plans';
import { getBookingContext, chooseSlot, listSlots } from './availability.ts';
import type { NeededWork } from './skills.ts';
import type { DayPlan } from './day-plan.ts';

const timeZone = 'America/Los_Angeles';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

const theDayBefore = { date: '2025-06-10', minutes: 0, isOfficeBooking: false, timeZone };
const oilChange: NeededWork = { duration: 60, skills: [] };
const brakes: NeededWork = { duration: 90, skills: ['brakes'] };

/** Returns the reason why each slot is closed, or null if it is open, by start time. */
function listReasons(
  plan: DayPlan,
  service = oilChange,
  now = theDayBefore,
): Record<string, string | null> {
  return Object.fromEntries(
    listSlots(plan, service, now).map(({ startTime, reason }) => [startTime, reason]),
  );
}

function getRefusal(plan: DayPlan, startTime: string, service = oilChange, now = theDayBefore) {
  const choice = chooseSlot(plan, service, startTime, now);
  return choice.ok ? null : [choice.refusal.code, choice.reason, choice.refusal.message];
}

describe("a day's slots", () => {
  test('are ten hourly slots, each with its end time', () => {
    const slots = listSlots(dayPlan(), brakes, theDayBefore);
    expect(slots.map(({ startTime }) => startTime)).toEqual(slotTimes);
    expect(listSlots(dayPlan(), oilChange, theDayBefore).at(0)).toEqual({
      startTime: '08:00',
      endTime: '09:00',
      available: true,
      reason: null,
    });
    expect(slots.at(-1)?.endTime).toBe('18:30');
  });

  test('are closed from the minute they begin; later ones are open', () => {
    const now = { date: '2025-06-11', minutes: 10 * 60, isOfficeBooking: false, timeZone };
    const reasons = listReasons(dayPlan(), oilChange, now);
    expect(reasons['09:00']).toBe('That time has passed');
    expect(reasons['10:00']).toBe('That time has passed');
    expect(reasons['11:00']).toBeNull();
    const lateTheDayBefore = {
      date: '2025-06-10',
      minutes: 23 * 60,
      isOfficeBooking: false,
      timeZone,
    };
    expect(getRefusal(dayPlan(), '08:00', oilChange, lateTheDayBefore)).toBeNull();
    const minuteBefore = {
      date: '2025-06-11',
      minutes: 10 * 60 - 1,
      isOfficeBooking: false,
      timeZone,
    };
    expect(getRefusal(dayPlan(), '10:00', oilChange, minuteBefore)).toBeNull();
  });

  test.each([
    ['2025-06-10', 'That date is in the past.'],
    ['2025-07-12', 'That date is more than 30 days away.'],
    ['2025-06-14', 'Weekends are not available.'],
  ])('on %s are closed, with the reason: %s', (date, message) => {
    const now = { date: '2025-06-11', minutes: 0, isOfficeBooking: false, timeZone };
    const closed = listReasons(dayPlan({ date }), oilChange, now);
    expect(new Set(Object.values(closed))).toEqual(new Set([message]));
    expect(getRefusal(dayPlan({ date }), '10:00', oilChange, now)).toEqual([
      'slot_closed',
      message,
      message,
    ]);
  });

  test("on a holiday are closed, with the holiday's name as the reason", () => {
    const plan = dayPlan({ holiday: 'Juneteenth' });
    expect(getRefusal(plan, '10:00')).toEqual([
      'slot_closed',
      'Juneteenth',
      'The business is closed that day: Juneteenth.',
    ]);
  });

  test('on a holiday are closed even for a business without mechanics', () => {
    const plan = dayPlan({ holiday: 'Juneteenth', hasMechanics: false, mechanics: [] });
    expect(getRefusal(plan, '10:00')?.[1]).toBe('Juneteenth');
  });

  test.each(['07:00', '18:00', '10:30', '24:00'])('do not include %s', (startTime) => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam', { hours: [between('00:00', '24:00')] })],
    });
    expect(getRefusal(plan, startTime)?.[0]).toBe('slot_closed');
  });
});

describe('the minimum notice', () => {
  const withNotice = (noticeHours: number) => dayPlan({ rules: { ...testRules, noticeHours } });
  const timeAt = (minutes: number) => ({
    date: '2025-06-11',
    minutes,
    isOfficeBooking: false,
    timeZone,
  });

  test('closes slots that begin sooner, to the minute, and the reason states how far ahead to book', () => {
    expect(getRefusal(withNotice(2), '12:00', oilChange, timeAt(10 * 60))).toBeNull();
    expect(getRefusal(withNotice(2), '12:00', oilChange, timeAt(10 * 60 + 1))).toEqual([
      'slot_closed',
      'Please book at least 2 hours ahead',
      'Please book at least 2 hours ahead.',
    ]);
    expect(getRefusal(withNotice(1), '10:00', oilChange, timeAt(10 * 60))?.[1]).toBe(
      'That time has passed',
    );
    expect(getRefusal(withNotice(1), '10:00', oilChange, timeAt(9 * 60 + 1))?.[2]).toBe(
      'Please book at least 1 hour ahead.',
    );
  });

  test('applies across midnight, too', () => {
    const now = { date: '2025-06-10', minutes: 12 * 60, isOfficeBooking: false, timeZone };
    expect(getRefusal(withNotice(24), '12:00', oilChange, now)).toBeNull();
    expect(getRefusal(withNotice(24), '11:00', oilChange, now)?.[0]).toBe('slot_closed');
  });

  test('applies to customers, visitors and mechanics, but not to the office', () => {
    const local = { date: '2025-06-11', minutes: 7 * 60 };
    const isRefused = (viewer: Parameters<typeof getBookingContext>[1]) =>
      getRefusal(
        withNotice(2),
        '08:00',
        oilChange,
        getBookingContext({ now: new Date(0), local, timeZone }, viewer),
      ) !== null;
    expect(isRefused(null)).toBe(true);
    expect(isRefused({ role: 'customer' })).toBe(true);
    expect(isRefused({ role: 'mechanic' })).toBe(true);
    expect(isRefused({ role: 'service_advisor' })).toBe(false);
    expect(isRefused({ role: 'admin' })).toBe(false);
  });
});

describe('a job must end', () => {
  const eightHours: NeededWork = { duration: 8 * 60, skills: [] };

  test('by midnight at the end of the day it starts', () => {
    expect(getRefusal(dayPlan(), '16:00', eightHours)).toBeNull();
    expect(getRefusal(dayPlan(), '17:00', eightHours)?.slice(0, 2)).toEqual([
      'slot_closed',
      'Ends after midnight',
    ]);
  });

  test("within its mechanic's hours if the setting requires it", () => {
    const plan = dayPlan({ mustEndWithinWorkingHours: true });
    const longer: NeededWork = { duration: 90, skills: [] };
    expect(getRefusal(plan, '16:00', longer)).toBeNull();
    expect(getRefusal(plan, '17:00', longer)?.slice(0, 2)).toEqual([
      'slot_closed',
      'Would end after working hours',
    ]);
    expect(getRefusal(dayPlan(), '17:00', longer)).toBeNull();
  });
});

describe('working hours', () => {
  test('must contain the start of a job', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('sam', { hours: [between('10:00', '16:00')] })],
    });
    const openSlots = Object.entries(listReasons(plan)).filter(([, reason]) => reason === null);
    expect(openSlots.map(([time]) => time)).toEqual([
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
    ]);
    expect(getRefusal(plan, '09:00')).toEqual([
      'slot_closed',
      'No mechanic is working at that time',
      'No mechanic is working at that time.',
    ]);
  });

  test('in adjoining shifts are merged, but not across a break', () => {
    const long: NeededWork = { duration: 180, skills: [] };
    const shifts = (second: string) =>
      dayPlan({
        mustEndWithinWorkingHours: true,
        mechanics: [
          mechanicDay('sam', { hours: [between(second, '18:00'), between('08:00', '12:00')] }),
        ],
      });
    expect(getRefusal(shifts('12:00'), '10:00', long)).toBeNull();
    expect(getRefusal(shifts('13:00'), '10:00', long)?.[1]).toBe('Would end after working hours');
  });

  test('leave all slots closed on a day when no one works', () => {
    const plan = dayPlan({ mechanics: [mechanicDay('sam', { hours: [] })] });
    expect(getRefusal(plan, '10:00')?.slice(0, 2)).toEqual([
      'slot_closed',
      'No mechanic is working at that time',
    ]);
  });

  test('exclude time off, which closes every slot whose job would overlap it', () => {
    const plan = dayPlan({ mechanics: [mechanicDay('sam', { off: [between('10:00', '11:00')] })] });
    expect(getRefusal(plan, '09:00')).toBeNull();
    expect(getRefusal(plan, '09:00', { duration: 61, skills: [] })?.[0]).toBe('slot_closed');
    expect(getRefusal(plan, '10:00')?.[1]).toBe('No mechanic is working at that time');
    expect(getRefusal(plan, '11:00')).toBeNull();
  });
});

describe('the mechanic for a slot', () => {
  test('has every skill that the services require @booking.several-services', () => {
    const both: NeededWork = { duration: 90, skills: ['brakes', 'tires'] };
    const mechanics = [
      mechanicDay('ann', { skills: ['brakes'] }),
      mechanicDay('bob', { skills: ['tires'] }),
    ];
    expect(getRefusal(dayPlan({ mechanics }), '10:00', both)).toEqual([
      'slot_closed',
      'No mechanic with the brakes and tires skills is working at that time',
      'No mechanic with the brakes and tires skills is working at that time.',
    ]);
    const eve = mechanicDay('eve', { skills: ['tires', 'brakes'] });
    expect(getRefusal(dayPlan({ mechanics: [...mechanics, eve] }), '10:00', both)).toBeNull();
  });

  test('has the skill that the service requires', () => {
    const plan = dayPlan({ mechanics: [mechanicDay('sam', { skills: ['engine'] })] });
    expect(getRefusal(plan, '10:00', brakes)).toEqual([
      'slot_closed',
      'No mechanic with the brakes skill is working at that time',
      'No mechanic with the brakes skill is working at that time.',
    ]);
    expect(getRefusal(plan, '10:00')).toBeNull();
  });

  test('is returned, so that their time can be held', () => {
    const mechanics = [mechanicDay('ann'), mechanicDay('bob', { skills: ['brakes'] })];
    const choice = chooseSlot(dayPlan({ mechanics }), brakes, '10:00', theDayBefore);
    expect(choice).toEqual({
      ok: true,
      endTime: '11:30',
      placement: { mechanicId: 'bob', moves: new Map() },
      outsideHours: false,
    });
  });

  test.each(['mechanicId', 'heldMechanicId'] as const)(
    'cannot be found if everyone has another appointment (%s)',
    (property) => {
      const plan = dayPlan({
        commitments: [commitment(1, between('10:00', '11:00'), { [property]: 'sam' })],
      });
      expect(getRefusal(plan, '10:00')).toEqual([
        'slot_taken',
        'Fully booked',
        'That time slot is fully booked. Please choose another.',
      ]);
      expect(getRefusal(plan, '11:00')).toBeNull();
      expect(getRefusal(plan, '09:00')).toBeNull();
    },
  );

  test('is free even if there is an appointment without a hold', () => {
    const plan = dayPlan({ commitments: [commitment(1, between('10:00', '11:00'))] });
    expect(getRefusal(plan, '10:00')).toBeNull();
  });

  test('is free even during a zero-length job, and such a job fits anywhere', () => {
    const empty = commitment(1, between('10:30', '10:30'), { mechanicId: 'sam' });
    expect(getRefusal(dayPlan({ commitments: [empty] }), '10:00')).toBeNull();
    const busy = commitment(2, between('09:30', '10:30'), { mechanicId: 'sam' });
    const emptyService: NeededWork = { duration: 0, skills: [] };
    expect(getRefusal(dayPlan({ commitments: [busy] }), '10:00', emptyService)).toBeNull();
  });

  test('can be one whose time is held, if another mechanic can take over that hold', () => {
    const plan = dayPlan({
      mechanics: [mechanicDay('ann'), mechanicDay('bob', { skills: ['brakes'] })],
      commitments: [commitment(1, between('10:00', '11:00'), { heldMechanicId: 'bob' })],
    });
    const choice = chooseSlot(plan, brakes, '10:00', theDayBefore);
    expect(choice.ok && choice.placement).toEqual({
      mechanicId: 'bob',
      moves: new Map([[1, 'ann']]),
    });
    expect(listReasons(plan, brakes)['10:00']).toBeNull();
  });
});

describe('a business without mechanics', () => {
  const plan = dayPlan({ hasMechanics: false, mechanics: [] });

  test('accepts bookings in the default hours, without a hold, in any number', () => {
    const commitments = [1, 2, 3].map((id) => commitment(id, between('10:00', '11:00')));
    const choice = chooseSlot({ ...plan, commitments }, brakes, '10:00', theDayBefore);
    expect(choice).toEqual({
      ok: true,
      endTime: '11:30',
      placement: null,
      outsideHours: false,
    });
    expect(Object.values(listReasons(plan))).toEqual(slotTimes.map(() => null));
  });

  test('applies the setting that jobs must end within working hours', () => {
    const withSetting = { ...plan, mustEndWithinWorkingHours: true };
    expect(getRefusal(withSetting, '17:00')).toBeNull();
    expect(getRefusal(withSetting, '17:00', brakes)?.[1]).toBe('Would end after working hours');
  });

  test('keeps its slots open, unlike one whose mechanics are all off that day', () => {
    expect(getRefusal(dayPlan({ mechanics: [] }), '10:00')?.[1]).toBe(
      'No mechanic is working at that time',
    );
  });
});

test('a start time that a DST change skips is refused even for the office @booking.skipped-hour', () => {
  const plan = { ...dayPlan(), date: '2026-03-08' };
  const office = { date: '2026-03-07', minutes: 0, isOfficeBooking: true, timeZone };
  const reason =
    "2:30 AM doesn't exist on Sun, Mar 08, 2026, because clocks spring forward that day";
  expect(getRefusal(plan, '02:30', oilChange, office)).toEqual([
    'slot_closed',
    reason,
    `${reason}.`,
  ]);
  const others = [
    getRefusal(plan, '03:30', oilChange, office),
    getRefusal({ ...plan, date: '2026-03-15' }, '02:30', oilChange, office),
    getRefusal(plan, '02:30', oilChange, { ...office, timeZone: 'UTC' }),
  ];
  expect(others.map((refusal) => refusal?.[0])).toEqual(Array(3).fill('outside_hours'));
});
