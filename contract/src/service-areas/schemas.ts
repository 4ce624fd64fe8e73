import { z } from 'zod';
import { calendarDate, line, money, priceInput, rowId, timeOfDay } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { placePrecisions } from '../places/precision.ts';
import { readRing, type Vertex } from './ring.ts';
import { weekdays } from './weekdays.ts';

export const serviceArea = z.object({
  id: rowId(),
  name: z.string(),
  /** In ascending order. A ZIP code belongs to only one area. */
  zips: z.array(z.string()),
  /** The centers of these ZIP codes, for maps; ZIP codes with an unknown center are left out. */
  zipCenters: z.array(z.object({ zip: z.string(), lat: z.number(), lng: z.number() })),
  /** A circle that belongs to the area in addition to the ZIP codes, or null. */
  circle: z.object({ lat: z.number(), lng: z.number(), radiusMiles: z.number() }).nullable(),
  /** The vertices of a drawn area as [longitude, latitude], counterclockwise, the last repeating the first; or null. */
  ring: z.array(z.tuple([z.number(), z.number()])).nullable(),
  days: z.array(z.enum(weekdays)),
  /** The first and the last time at which a job may start, `HH:mm`; null if there is no limit. */
  earliestStart: z.string().nullable(),
  latestStart: z.string().nullable(),
  /** The minimum hours between a customer's booking and the start; null if the business's own minimum applies. */
  noticeHours: z.number().nullable(),
  /** Added to the price of a booking; not used if there are fee bands. */
  tripFee: money,
  /** The fee by straight-line miles from the business, nearest first; null if it is the same everywhere. */
  feeBands: z.array(z.object({ upToMiles: z.number(), fee: money })).nullable(),
});
export type ServiceArea = z.infer<typeof serviceArea>;

const zipMessage = 'A ZIP code must have five digits';

/** A ZIP code as people enter it; a ZIP+4 is shortened to its first five digits. */
export const zipCode = z
  .string(zipMessage)
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, zipMessage)
  .transform((zip) => zip.slice(0, 5));

const radiusMessage = 'The radius must be a number of miles from 0.1 to 500';
const latMessage = 'The latitude must be a number from -90 to 90';
const lngMessage = 'The longitude must be a number from -180 to 180';

const noticeMessage = 'The minimum notice must be a whole number of hours from 0 to 720';
const milesMessage = 'The distance must be a number of miles from 0.1 to 500';
const feeMessage = 'The trip fee must be zero or more, with up to two decimal places';
const startMessage = 'Please enter a time of day';

const ringInput = z
  .array(z.unknown(), 'Please enter the boundary points')
  .transform((positions, context): Vertex[] => {
    const { ring, problem } = readRing(positions);
    if (ring !== null) return ring;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

const feeBandsInput = z
  .array(
    z.object({
      upToMiles: z.number(milesMessage).min(0.1, milesMessage).max(500, milesMessage),
      fee: priceInput('The trip fee', feeMessage),
    }),
  )
  .min(1, 'Please enter at least one distance')
  .max(10, 'An area can have up to 10 distances')
  .superRefine((bands, context) => {
    const index = bands.findIndex(
      ({ upToMiles }, at) => at > 0 && upToMiles <= (bands[at - 1]?.upToMiles ?? 0),
    );
    if (index === -1) return;
    const message = 'Each distance must be greater than the one before';
    context.addIssue({ code: 'custom', path: [index, 'upToMiles'], message });
  });

/** The form that creates or changes an area. In both cases, it sends the full area. */
export const serviceAreaInput = z
  .object({
    name: line(textLimits.areaName).min(2, 'Area name must be at least 2 characters'),
    zips: z.array(zipCode).max(500, 'An area can have up to 500 ZIP codes'),
    circle: z
      .object({
        lat: z.number(latMessage).min(-90, latMessage).max(90, latMessage),
        lng: z.number(lngMessage).min(-180, lngMessage).max(180, lngMessage),
        radiusMiles: z.number(radiusMessage).min(0.1, radiusMessage).max(500, radiusMessage),
      })
      .nullable(),
    ring: ringInput.nullable().default(null),
    days: z
      .array(z.enum(weekdays, 'That is not a day of the week'))
      .min(1, 'Please choose at least one day')
      .max(7, 'A week has seven days'),
    earliestStart: timeOfDay(startMessage).nullable().default(null),
    latestStart: timeOfDay(startMessage).nullable().default(null),
    noticeHours: z
      .int(noticeMessage)
      .min(0, noticeMessage)
      .max(720, noticeMessage)
      .nullable()
      .default(null),
    tripFee: priceInput('The trip fee', feeMessage),
    feeBands: feeBandsInput.nullable().default(null),
  })
  .refine(({ zips, circle, ring }) => zips.length > 0 || circle !== null || ring !== null, {
    path: ['zips'],
    message: 'Please enter ZIP codes, or add a circle or an outline',
  })
  .refine(
    ({ earliestStart, latestStart }) =>
      earliestStart === null || latestStart === null || earliestStart <= latestStart,
    { path: ['latestStart'], message: "The latest start can't be before the earliest" },
  );
export type ServiceAreaInput = z.infer<typeof serviceAreaInput>;

/** Returns a schema for a number of degrees in a query string, from -`max` to `max`. */
function degreesText(max: number, message: string) {
  return z
    .string(message)
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, message)
    .transform(Number)
    .refine((value) => Math.abs(value) <= max, message);
}

/** What is known about a location, in a query string. */
export const areaPlaceFields = {
  zip: zipCode.optional(),
  lat: degreesText(90, latMessage).optional(),
  lng: degreesText(180, lngMessage).optional(),
  /** How precise the coordinates are; `pin` by default. */
  precision: z.enum(placePrecisions, 'That is not a valid location precision').optional(),
};

/** The check that a location has both coordinates or neither, and its error. */
export const coordinatePairRule = {
  check: ({ lat, lng }: { readonly lat?: number | undefined; readonly lng?: number | undefined }) =>
    (lat === undefined) === (lng === undefined),
  problem: { path: ['lat'], message: 'Please send both coordinates or neither' },
};

/** The location to look up: a ZIP code, coordinates or both; and optionally when a job would start there. */
export const serviceAreaQuery = z
  .object({
    ...areaPlaceFields,
    date: calendarDate().optional(),
    startTime: timeOfDay().optional(),
  })
  .refine(coordinatePairRule.check, coordinatePairRule.problem)
  .refine(({ zip, lat }) => zip !== undefined || lat !== undefined, {
    path: ['zip'],
    message: zipMessage,
  });

/**
 * Whether the business serves a location: `unsure` if the location is too imprecise to tell which side of an area's
 * boundary it is on, or if there are no areas. A booking adds the trip fee of the returned `area`.
 */
export const serviceAreaReply = z.object({
  /** Null if the query had no ZIP code. */
  zip: z.string().nullable(),
  answer: z.enum(['yes', 'no', 'unsure']),
  /** Its `tripFee` is the fee at this location. */
  area: serviceArea.pick({ id: true, name: true, days: true, tripFee: true }).nullable(),
  /** Why customers can't book the query's date or time in this area, in one sentence; null if they can. */
  problem: z.string().nullable(),
});
export type ServiceAreaReply = z.infer<typeof serviceAreaReply>;
