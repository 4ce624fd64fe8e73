import { whyDateIsClosed } from '@curbwrench/contract/scheduling/booking-rules';
import { line, textBy } from '@curbwrench/contract/fields/schemas';
import { eachJobDetail, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { Booker, BookingValues, CheckedBooking } from './booking-form-values.ts';

/*
 * The form's validation, in a separate file: the validator is a seventh of the page's size, and is not
 * needed until the form is submitted.
 */

/** Validates the form with `bookingForm`. */
export function bookingResolver(
  booker: Booker,
  today: string,
): Resolver<BookingValues, unknown, CheckedBooking> {
  return zodResolver(bookingForm(booker, today));
}

/**
 * Returns the rules of the booking form and their messages, when today is `today`. A visitor has no
 * vehicles to choose from before signing in, and is asked for one then.
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
    date: z
      .string()
      .min(1, 'Please select a date')
      .superRefine((date, context) => {
        const closed = date === '' ? null : whyDateIsClosed(date, today);
        if (closed !== null) context.addIssue({ code: 'custom', message: closed });
      }),
    startTime: z.string().min(1, 'Please select a time'),
    location: line(textLimits.address, 'Please provide your location'),
    ...eachJobDetail((name) => textBy(jobDetailRules[name]).transform((value) => value || null)),
  });
}
