import { z } from 'zod';
import { email } from '../accounts/schemas.ts';
import {
  calendarDate,
  line,
  optionalText,
  pageCursor,
  pageLimit,
  personName,
  textOrNumberFilter,
  rowId,
  timeOfDay,
} from '../fields/schemas.ts';
import { isSearchable, shortSearchMessage } from '../fields/search-text.ts';
import { textLimits } from '../fields/text-limits.ts';
import { vehicleInput, vehicleSummary } from '../vehicles/schemas.ts';
import { maxPhones, normalizePhone } from './phone-number.ts';

/** A phone number in the standard format, however it was typed. */
export const phone = line(textLimits.phone, 'Please enter a phone number').transform(
  (value, context) => {
    const normalized = normalizePhone(value);
    if (normalized !== null) return normalized;
    const message = 'Please enter a valid phone number, such as (555) 123-4567.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  },
);

const appointmentDate = z.object({ id: rowId(), date: calendarDate(), startTime: timeOfDay() });

/** A customer as a row in the office's list. */
export const customer = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether they can sign in. */
  hasAccount: z.boolean(),
  /** The address of their last booking. */
  address: z.string().nullable(),
  /** Most recently used first. */
  vehicles: z.array(vehicleSummary),
  /** The last completed appointment. */
  lastAppointment: appointmentDate.nullable(),
  /** The earliest open appointment, today or later. */
  nextAppointment: appointmentDate.nullable(),
});
export type Customer = z.infer<typeof customer>;

/** The full record of one customer, for the office. */
export const customerRecord = customer.extend({
  otherPhones: z.array(z.string()),
  notes: z.string().nullable(),
  /** Incremented with each change, including the customer's own. */
  version: z.number().int(),
  /** False if their account was deactivated. */
  active: z.boolean(),
  createdAt: z.string(),
  /** The addresses of their bookings, most recently used first. */
  addresses: z.array(z.string()),
});
export type CustomerRecord = z.infer<typeof customerRecord>;

export const customerQuery = z.object({
  search: textOrNumberFilter.optional(),
  /** Only customers with exactly this phone number, however it was typed. */
  phone: phone.optional(),
  /** Only customers with exactly this email address. */
  email: email.optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type CustomerQuery = z.infer<typeof customerQuery>;

/**
 * A change by the office; missing fields stay as they are. `version` is the version that was edited. The
 * first of `phones` is the main number.
 */
export const customerChange = z
  .object({
    version: rowId('Please reload the customer.'),
    firstName: personName('First name is required').optional(),
    lastName: personName('Last name is required').optional(),
    email: email.nullable().optional(),
    phones: z
      .array(phone)
      .max(maxPhones, `A customer can have up to ${maxPhones} phone numbers.`)
      .optional(),
    notes: optionalText(textLimits.officeNotes).optional(),
  })
  .refine(
    (change) =>
      Object.entries(change).some(([key, value]) => key !== 'version' && value !== undefined),
    {
      message: 'Please specify what to change.',
    },
  );
export type CustomerChange = z.output<typeof customerChange>;

/** A customer as the office adds them; they get no account. */
export const customerInput = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phone,
  email: email.nullish().transform((value) => value ?? null),
  notes: optionalText(textLimits.officeNotes),
});
export type CustomerInput = z.output<typeof customerInput>;

/** A person whom the business does not know yet, with the vehicle that the booking is for. */
export const newCustomer = customerInput
  .omit({ notes: true })
  .extend({ vehicle: vehicleInput.omit({ customerId: true }) });

/** The text that staff type into the search box, which is on every office page. */
export const recordSearch = z.object({
  text: line(textLimits.search, 'Please enter a search term').refine(
    isSearchable,
    shortSearchMessage,
  ),
});

/** The first few matching records of each kind. */
export const foundRecords = z.object({
  customers: z.array(
    customer.pick({
      id: true,
      firstName: true,
      lastName: true,
      email: true,
      phone: true,
      address: true,
    }),
  ),
  vehicles: z.array(vehicleSummary.extend({ customerId: z.string(), customerName: z.string() })),
  appointments: z.array(
    appointmentDate.extend({ status: z.string(), customerName: z.string(), service: z.string() }),
  ),
});
export type FoundRecords = z.infer<typeof foundRecords>;
