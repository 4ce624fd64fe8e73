import { z } from 'zod';
import { line, optionalLine, pictureDataUrl, timeOfDay } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { position } from '../people/schemas.ts';
import { slotIntervals } from '../scheduling/booking-rules.ts';

/** What to do if a customer's address is in no service area: refuse the booking, or accept it and alert the office. */
export const outsideAreaPolicies = ['refuse', 'warn'] as const;
export type OutsideAreaPolicy = (typeof outsideAreaPolicies)[number];

const bookingRules = z.object({
  /** By day of the week, Sunday first; null if closed. */
  businessHours: z.array(z.object({ opens: z.string(), closes: z.string() }).nullable()),
  /** Minutes between start times. */
  slotIntervalMinutes: z.number().int(),
  windowDays: z.number().int(),
  noticeHours: z.number().int(),
});

/** Public data about the business that runs this deployment. */
export const business = z.object({
  name: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  cityCenter: position,
  /** Customers may cancel or reschedule up to this many hours before the start. */
  cancellationCutoffHours: z.number().int(),
  outsideAreaPolicy: z.enum(outsideAreaPolicies),
  bookingRules,
  /** Null if there is no logo. */
  logoUrl: z.string().nullable(),
  /** The text at the top of the landing page; null for the default text. */
  landingHeadline: z.string().nullable(),
  landingIntro: z.string().nullable(),
  /** The current time on the server's clock, so that every screen uses the same one. ISO 8601. */
  now: z.string(),
  /** Whether visitors can book without an account, which needs an email server, except in the demo. */
  visitorsCanBook: z.boolean(),
  /** Whether the landing page offers the demo accounts. */
  demo: z.boolean(),
});
export type Business = z.infer<typeof business>;

const nameMessage = 'Please enter the business name';
const phoneMessage = 'A phone number must be at least 3 characters';
const addressMessage = 'An address must be at least 3 characters';
const zoneMessage = 'Please enter a time zone, such as America/Los_Angeles';
const currencyMessage = 'Please enter a three-letter currency code, such as USD';
const gapMessage = 'Please choose 60, 30, or 15 minutes';
const hoursMessage = 'Please enter a time of day';
const latMessage = 'The latitude must be a number from -90 to 90';
const lngMessage = 'The longitude must be a number from -180 to 180';

/** Returns a schema for a whole number within limits; `what` is the subject of the error message. */
function wholeNumber(what: string, min: number, max: number) {
  const message = `${what} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** Returns whether this is the name of a time zone; false for an offset such as `+02:00`, which has no DST. */
export function isTimeZone(zone: string): boolean {
  if (/^[+-]/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The settings that an admin edits under Settings > Business. */
const settings = z.object({
  name: line(textLimits.businessName, nameMessage),
  phone: optionalLine(textLimits.phone).refine(isLongEnough, phoneMessage),
  address: optionalLine(textLimits.businessAddress).refine(isLongEnough, addressMessage),
  cityCenter: z.object({
    lat: z.number(latMessage).min(-90, latMessage).max(90, latMessage),
    lng: z.number(lngMessage).min(-180, lngMessage).max(180, lngMessage),
  }),
  timeZone: z.string(zoneMessage).max(60, zoneMessage).refine(isTimeZone, zoneMessage),
  currency: z.string(currencyMessage).regex(/^[A-Z]{3}$/, currencyMessage),
  cancellationCutoffHours: wholeNumber('The cutoff', 0, 720),
  maxOpenBookings: wholeNumber('The number of pending bookings', 1, 100),
  maxOpenVisitorBookings: wholeNumber('The number of pending bookings', 1, 100),
  codesPerMailbox: wholeNumber('The number of codes', 1, 100),
  codesPerNetwork: wholeNumber('The number of codes', 1, 10_000),
  codesPerDay: wholeNumber('The number of codes', 1, 100_000),
  plansStartBeforePayment: z.boolean(),
  outsideAreaPolicy: z.enum(
    outsideAreaPolicies,
    'Please choose what happens outside your service areas',
  ),
  businessHours: z
    .array(
      z
        .object({ opens: timeOfDay(hoursMessage), closes: timeOfDay(hoursMessage) })
        .refine(
          ({ opens, closes }) => opens < closes,
          'The closing time must be after the opening time',
        )
        .nullable(),
    )
    .length(7, 'A week has seven days')
    .refine(
      (days) => days.some((hours) => hours !== null),
      'Please enter hours for at least one day',
    ),
  slotIntervalMinutes: z
    .number(gapMessage)
    .refine((minutes) => slotIntervals.some((gap) => gap === minutes), gapMessage),
  windowDays: wholeNumber('The number of days', 1, 365),
  noticeHours: wholeNumber('The minimum notice', 0, 720),
  bufferMinutes: wholeNumber('The buffer', 0, 240),
  jobsMustEndWithinWorkingHours: z.boolean(),
  /** The text at the top of the landing page; null for the default text. */
  landingHeadline: optionalLine(textLimits.landingHeadline),
  landingIntro: optionalLine(textLimits.landingIntro),
});

function isLongEnough(value: string | null): boolean {
  return value === null || value.length >= 3;
}

/** The business's settings, for its admins. */
export const businessSettings = settings.extend({
  /** A save includes the version that was edited, so that nobody overwrites changes they have not seen. */
  version: z.number().int(),
  /** Whether the time zone can no longer change, because an appointment exists. */
  isTimeZoneFixed: z.boolean(),
  /** Whether the currency can no longer change, because a payment exists. */
  isCurrencyFixed: z.boolean(),
});
export type BusinessSettingsReply = z.infer<typeof businessSettings>;

/** The form under Settings, which sends all settings. */
export const businessSettingsInput = settings.extend({
  version: z.number().int(),
  /**
   * Whether the admin confirmed that open appointments are outside the new booking rules. Otherwise saving such rules
   * is refused as `appointments_outside`, and the message says how many there are.
   */
  confirmOutside: z.boolean().optional(),
});
export type BusinessSettingsInput = z.infer<typeof businessSettingsInput>;

/** A new logo: a small image as a data URL; null removes it. */
export const logoInput = z.object({ logo: pictureDataUrl().nullable() });

/** The steps of setting up a new business, in order. */
export const setupSteps = ['business', 'hours', 'services', 'mechanics', 'areas'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The progress of setting up a new business. */
export const setupChecklist = z.object({
  /** Whether the admin's dashboard shows the checklist. */
  isShown: z.boolean(),
  /** `isDone`: the data shows that the step is done. `isChecked`: an admin checked it off, done or skipped. */
  steps: z.array(
    z.object({ step: z.enum(setupSteps), isDone: z.boolean(), isChecked: z.boolean() }),
  ),
});
export type SetupChecklist = z.infer<typeof setupChecklist>;

export const setupChecklistChange = z.union([
  z.object({
    step: z.enum(setupSteps, 'Unknown step.'),
    isChecked: z.boolean('Please specify yes or no.'),
  }),
  z.object({ isShown: z.boolean('Please specify yes or no.') }),
]);
export type SetupChecklistChange = z.infer<typeof setupChecklistChange>;

/** How a stat compares with its value at the same time on a previous day; null if there is no such value. */
const statChange = z
  .object({
    /** Whole percent. */
    percent: z.number().int(),
    /** The same day last week or, failing that, the last day on which anybody worked. */
    comparedTo: z.string(),
  })
  .nullable();
export type StatChange = z.infer<typeof statChange>;

/** The four numbers on the admin's dashboard, and how each changed. */
export const stats = z.object({
  todayAppointments: z.number().int(),
  activeMechanics: z.number().int(),
  todayRevenue: z.string(),
  pendingAppointments: z.number().int(),
  changes: z.object({
    todayAppointments: statChange,
    activeMechanics: statChange,
    todayRevenue: statChange,
    pendingAppointments: statChange,
  }),
});
export type Stats = z.infer<typeof stats>;
