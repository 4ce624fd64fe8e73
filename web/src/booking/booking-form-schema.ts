import {
  bookingDateProblem,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { line, textFor } from '@curbwrench/contract/fields/schemas';
import { mapJobDetails, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { newCustomer } from '@curbwrench/contract/customers/schemas';
import { oldestYear } from '@curbwrench/contract/vehicles/schemas';
import { placePrecisions } from '@curbwrench/contract/places/precision';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { Booker, BookingValues, ValidBooking } from './booking-form-values.ts';

/*
 * The form's validation, in a separate file: the validator makes up a seventh of the page's code and is
 * not needed until the form is submitted.
 */

/** Returns the form's resolver, which validates with `bookingForm`. */
export function bookingResolver(
  booker: Booker,
  today: string,
  rules: BookingRules,
): Resolver<BookingValues, unknown, ValidBooking> {
  return (values, context, options) =>
    zodResolver(bookingForm(booker, today, rules, values.newCustomer !== null))(
      values,
      context,
      options,
    );
}

/**
 * Returns the schema that parses a new customer's or visitor's fields into `newCustomer`; years may be up to `currentYear`
 * + 1. Visitors must enter their email address.
 */
function newCustomerForm(currentYear: number, isEmailRequired: boolean) {
  const latestYear = currentYear + 1;
  const { firstName, lastName, phone, email, vehicle } = newCustomer.shape;
  const { make, model, plateNumber, type } = vehicle.shape;
  const yearProblem = `Enter a year from ${oldestYear} to ${latestYear}`;
  return z
    .object({
      firstName,
      lastName,
      phone,
      email: z
        .string()
        .transform((value): string | null | undefined =>
          value.trim() === '' && !isEmailRequired ? null : value,
        )
        .pipe(email),
      make,
      model,
      year: z
        .string()
        .trim()
        .regex(/^\d{4}$/, yearProblem)
        .transform(Number)
        .refine((year) => year >= oldestYear && year <= latestYear, yearProblem),
      plateNumber: z
        .string()
        .transform((value): string | null | undefined => value)
        .pipe(plateNumber),
      type: z
        .string()
        .transform((value): string | undefined => value || undefined)
        .pipe(type),
    })
    .transform(
      ({
        make: vehicleMake,
        model: vehicleModel,
        year,
        plateNumber: plate,
        type: vehicleType,
        ...person
      }) => ({
        ...person,
        vehicle: {
          make: vehicleMake,
          model: vehicleModel,
          year,
          plateNumber: plate,
          type: vehicleType,
        },
      }),
    );
}

/**
 * Returns the schema of the booking form on the date `today`. A visitor has no vehicles to select before
 * signing in, so the vehicle is optional for them; a new customer has neither an id nor a vehicle yet.
 */
export function bookingForm(
  booker: Booker,
  today: string,
  rules: BookingRules,
  isNewCustomer = false,
) {
  return z.object({
    customerId: z
      .string()
      .nullable()
      .pipe(
        booker === 'office' && !isNewCustomer
          ? z.string('Please select a customer')
          : z.string().nullable(),
      ),
    vehicleId: z
      .number()
      .nullable()
      .pipe(
        booker === 'visitor' || isNewCustomer
          ? z.number().nullable()
          : z.number('Please select a vehicle'),
      ),
    newCustomer: newCustomerForm(Number(today.slice(0, 4)), booker === 'visitor').nullable(),
    serviceId: z.number().nullable().pipe(z.number('Please select a service')),
    additionalServiceIds: z.array(z.number()),
    date: z
      .string()
      .min(1, 'Please select a date')
      .superRefine((date, context) => {
        const dateProblem = date === '' ? null : bookingDateProblem(date, today, rules);
        if (dateProblem !== null) context.addIssue({ code: 'custom', message: dateProblem });
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
