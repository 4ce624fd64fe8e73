import { bookingDateProblem } from '@curbwrench/contract/scheduling/booking-rules';
import { line, textFor } from '@curbwrench/contract/fields/schemas';
import { mapJobDetails, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { placePrecisions } from '@curbwrench/contract/places/precision';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { Booker, BookingValues, ValidBooking } from './booking-form-values.ts';

/*
 * The form's validation, in a separate file: the validator is a seventh of the page's size, and is not
 * needed until the form is submitted.
 */

/** Validates the form with `bookingForm`. */
export function bookingResolver(
  booker: Booker,
  today: string,
): Resolver<BookingValues, unknown, ValidBooking> {
  return zodResolver(bookingForm(booker, today));
}

/**
 * Returns the schema of the booking form on the date `today`. A visitor has no vehicles to select before
 * signing in, so the vehicle is optional for them.
 */
export function bookingForm(booker: Booker, today: string) {
  return z.object({
    customerId: z
      .string()
      .nullable()
      .pipe(booker === 'dispatch' ? z.string('Please select a customer') : z.string().nullable()),
    vehicleId: z
      .number()
      .nullable()
      .pipe(booker === 'visitor' ? z.number().nullable() : z.number('Please select a vehicle')),
    serviceId: z.number().nullable().pipe(z.number('Please select a service')),
    additionalServiceIds: z.array(z.number()),
    date: z
      .string()
      .min(1, 'Please select a date')
      .superRefine((date, context) => {
        const closedReason = date === '' ? null : bookingDateProblem(date, today);
        if (closedReason !== null) context.addIssue({ code: 'custom', message: closedReason });
      }),
    startTime: z.string().min(1, 'Please select a time'),
    location: line(textLimits.address, 'Please provide your location'),
    place: z
      .object({
        lat: z.number(),
        lng: z.number(),
        precision: z.enum(placePrecisions).exclude(['unknown']),
      })
      .nullable(),
    ...mapJobDetails((name) => textFor(jobDetailRules[name]).transform((value) => value || null)),
  });
}
