import { z } from 'zod';
import { line, userId } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { placePrecisions } from './precision.ts';

/** The maximum number of suggestions in a reply. */
export const maxSuggestions = 6;

/** An address that may match the entered text, and its coordinates; without them its precision is `unknown`. */
export const placeSuggestion = z.object({
  address: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  precision: z.enum(placePrecisions),
  /** Where it was found: one of the customer's previous bookings, the geocoding service, or the table of ZIP codes. */
  source: z.enum(['earlier', 'service', 'table']),
});
export type PlaceSuggestion = z.infer<typeof placeSuggestion>;

/** The addresses that may match the entered text. */
export const suggestPlacesReply = z.object({
  suggestions: z.array(placeSuggestion),
  /** Whether the business's geocoding service was queried but did not respond. */
  isServiceDown: z.boolean(),
});
export type SuggestPlacesReply = z.infer<typeof suggestPlacesReply>;

/** The text typed so far. `customerId` is ignored unless the office books for that customer. */
export const suggestPlacesQuery = z.object({
  q: line(textLimits.address),
  customerId: userId().optional(),
});

/** A full address. `customerId` is ignored unless the office books for that customer. */
export const locateAddressQuery = z.object({
  q: line(textLimits.address, 'Please provide an address'),
  customerId: userId().optional(),
});

/** Where a booking would locate the address; without coordinates its precision is `unknown`. */
export const locateAddressReply = placeSuggestion.pick({ lat: true, lng: true, precision: true });

function degrees(limit: number, message: string) {
  return z
    .string(message)
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, message)
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, message);
}

/** The point on the map to reverse-geocode, in degrees. */
export const reverseGeocodeQuery = z.object({
  lat: degrees(90, 'The latitude must be a number from -90 to 90'),
  lng: degrees(180, 'The longitude must be a number from -180 to 180'),
});
