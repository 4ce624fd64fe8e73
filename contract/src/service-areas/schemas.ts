import { z } from 'zod';
import { line, money, priceInput, rowId } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';

/** In the order of `Date#getDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayNames: Record<Weekday, string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

export const serviceArea = z.object({
  id: rowId(),
  name: z.string(),
  /** In ascending order. A ZIP code belongs to only one area. */
  zips: z.array(z.string()),
  /** A circle that belongs to the area in addition to the ZIP codes, or null. */
  circle: z.object({ lat: z.number(), lng: z.number(), radiusMiles: z.number() }).nullable(),
  days: z.array(z.enum(weekdays)),
  /** Added to a service's price. */
  callOutFee: money,
});
export type ServiceArea = z.infer<typeof serviceArea>;

const zipMessage = 'A ZIP code must have five digits';

/** A ZIP code as people enter it; of a ZIP+4, only the first five digits remain. */
export const zipCode = z
  .string(zipMessage)
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, zipMessage)
  .transform((zip) => zip.slice(0, 5));

const radiusMessage = 'The radius must be a number of miles from 0.1 to 500';
const latMessage = 'The latitude must be a number from -90 to 90';
const lngMessage = 'The longitude must be a number from -180 to 180';

/** The area form, which sends the whole area both to create and to change it. */
export const serviceAreaInput = z
  .object({
    name: line(textLimits.areaName).min(2, 'Area name must be at least 2 characters'),
    zips: z.array(zipCode).max(500, 'An area can have at most 500 ZIP codes'),
    circle: z
      .object({
        lat: z.number(latMessage).min(-90, latMessage).max(90, latMessage),
        lng: z.number(lngMessage).min(-180, lngMessage).max(180, lngMessage),
        radiusMiles: z.number(radiusMessage).min(0.1, radiusMessage).max(500, radiusMessage),
      })
      .nullable(),
    days: z
      .array(z.enum(weekdays, 'That is not a day of the week'))
      .min(1, 'Please choose at least one day')
      .max(7, 'A week has seven days'),
    callOutFee: priceInput(
      'The call-out fee',
      'The call-out fee must be zero or more, with at most two decimals',
    ),
  })
  .refine(({ zips, circle }) => zips.length > 0 || circle !== null, {
    path: ['zips'],
    message: 'Please enter ZIP codes or a radius',
  });
export type ServiceAreaInput = z.infer<typeof serviceAreaInput>;

export const serviceAreaQuery = z.object({ zip: zipCode });

/**
 * Whether the business serves a ZIP code: `unsure` if its center is unknown or near the edge of an area's
 * circle, or if no area is defined at all. A booking adds the call-out fee of the area that is named.
 */
export const serviceAreaReply = z.object({
  zip: z.string(),
  answer: z.enum(['yes', 'no', 'unsure']),
  area: serviceArea.pick({ id: true, name: true, days: true, callOutFee: true }).nullable(),
});
export type ServiceAreaReply = z.infer<typeof serviceAreaReply>;

/**
 * Returns the ZIP code at the end of an address ('..., CA 94103', '... 94103-1234, USA'), or null if there is
 * none. Numbers elsewhere are ignored, since they may be house numbers.
 */
export function findZip(address: string): string | null {
  const match =
    /(?:^|[\s,])(\d{5})(?:-\d{4})?(?:,? (?:USA?|United States(?: of America)?))?$/i.exec(
      address.trim().replace(/\.$/, ''),
    );
  return match?.[1] ?? null;
}
