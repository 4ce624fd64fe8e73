import { z } from 'zod';
import { newCustomer } from '../customers/schemas.ts';
import {
  calendarDate,
  line,
  money,
  nullableTextFor,
  optionalText,
  optionalTextFor,
  pageCursor,
  pageLimit,
  textOrNumberFilter,
  rowId,
  timeOfDay,
  userId,
} from '../fields/schemas.ts';
import { highestMileage, mapJobDetails, jobDetailRules, workNoteRule } from './job-details.ts';
import { appointmentStatuses, transitionNames } from './lifecycle.ts';
import { placePrecisions } from '../places/precision.ts';
import { readAddress, parseJsonOrNull } from '../places/location.ts';
import { mechanicSummary, userSummary } from '../people/schemas.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { appointmentLine } from '../payments/schemas.ts';
import { review } from '../reviews/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import {
  areServicesDistinct,
  maxAdditionalServices,
  repeatedServiceMessage,
  tooManyServicesMessage,
} from '../scheduling/requested-services.ts';
import { vehicleSummary } from '../vehicles/schemas.ts';

/** Why an appointment needs the office's attention. */
export const attentionReasons = [
  /** Its time has passed, and it is still open. */
  'overdue',
  /** Its mechanic is off for the rest of today. */
  'mechanic_off',
  /** Its mechanic no longer works at that time. */
  'mechanic_not_working',
  /** No mechanic's time is held for it. */
  'no_mechanic_free',
  /** The payment for the plan that reduced its price failed or was refunded. */
  'plan_unpaid',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

export const appointment = z.object({
  id: rowId(),
  serviceId: rowId(),
  vehicleId: rowId(),
  mechanicId: z.string().nullable(),
  customerId: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  status: z.enum(appointmentStatuses),
  /** JSON text with address, lat, lng; lat and lng only if known. */
  location: z.string(),
  placePrecision: z.enum(placePrecisions),
  ...mapJobDetails(() => z.string().nullable()),
  /** What was agreed at booking: the services, the plan's discounts and the trip fee. */
  lines: z.array(appointmentLine),
  /** The price agreed at booking: the sum of the line items. */
  price: money,
  /** The customer may cancel or reschedule up to this many hours before the start. */
  cancellationCutoffHours: z.number().int(),
  createdAt: z.string(),
  /** When the mechanic of a job in progress arrived, ISO 8601; null before that, and in every other status. */
  arrivedAt: z.string().nullable(),
  /** The service of the first line item. */
  service: z.object({ id: rowId(), name: z.string(), duration: z.number().int() }),
  vehicle: vehicleSummary,
  mechanic: mechanicSummary.nullable(),
  customer: userSummary,
  payment: z.object({ id: rowId(), status: z.enum(paymentStatuses), amount: money }).nullable(),
  /** For the office only; null for everyone else. */
  attention: z.enum(attentionReasons).nullable(),
  /**
   * Whether the office should check the service area of this appointment, which is waiting for a mechanic. At booking,
   * the server could not tell whether the address is in an area, or a customer entered an address outside all areas.
   * Always false for other viewers.
   */
  isAreaUncertain: z.boolean(),
});
export type Appointment = z.infer<typeof appointment>;

/** The kinds of events in an appointment's history, which has more detail than the status. */
export const appointmentEventKinds = [
  'booked',
  'assigned',
  'unassigned',
  'declined',
  'rescheduled',
  'started',
  'start_undone',
  'arrived',
  'completed',
  'cancelled',
  'notes_changed',
  'gate_code_changed',
  'payment_recorded',
  'payment_failed',
  'payment_refunded',
  'reviewed',
] as const;
export type AppointmentEventKind = (typeof appointmentEventKinds)[number];

/**
 * One event of an appointment's history. `by`, the names and the reason are null if there are none, or if the
 * viewer may not know them.
 */
export const appointmentEvent = z.object({
  id: z.number().int(),
  kind: z.enum(appointmentEventKinds),
  /** ISO 8601. */
  at: z.string(),
  by: z
    .object({
      who: z.enum(['you', 'customer', 'mechanic', 'office']),
      name: z.string().nullable(),
    })
    .nullable(),
  /** Whether it was done with the appointment's link, by someone who was not signed in. */
  byLink: z.boolean(),
  /** Who was assigned or unassigned. */
  mechanicName: z.string().nullable(),
  /** For an assignment: the previous mechanic, if the viewer may know both. */
  formerMechanicName: z.string().nullable(),
  /** For a reschedule: the old and the new date and time. */
  moved: z
    .object({
      fromDate: z.string(),
      fromTime: z.string(),
      toDate: z.string(),
      toTime: z.string(),
    })
    .nullable(),
  /** For a payment event: the amount. */
  amount: money.nullable(),
  /** For a review: its rating, 1 to 5 stars. */
  rating: z.number().int().nullable(),
  /** For a start: when the mechanic was expected to arrive, ISO 8601. */
  promisedArrival: z.string().nullable(),
  /** For a job step that was sent some time after its button was pressed: when it was sent, ISO 8601. */
  sentAt: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AppointmentEvent = z.infer<typeof appointmentEvent>;

/** A transition that this viewer may make in the appointment's current status, though perhaps not right now. */
export const appointmentAction = z.object({
  action: z.enum(transitionNames),
  /** Whether it can be done now. */
  open: z.boolean(),
  /** Why it can't be done now, as one sentence; null if it can. */
  reason: z.string().nullable(),
});
export type AppointmentAction = z.infer<typeof appointmentAction>;

/** An appointment with everything that its own page shows. */
export const appointmentDetails = appointment.extend({
  /** The customer's deadline for canceling or rescheduling, under the terms agreed at booking. ISO 8601. */
  changeUntil: z.string(),
  /** What the mechanic noted about the work when completing the job; null if nothing. */
  workNote: z.string().nullable(),
  /** The customer's review of the completed job; null if there is none. */
  review: review.nullable(),
  /** Oldest first. */
  events: z.array(appointmentEvent),
  actions: z.array(appointmentAction),
});
export type AppointmentDetails = z.infer<typeof appointmentDetails>;

/** The content of `location` after parsing. */
export const appointmentLocation = z.object({
  address: line(textLimits.address, 'Please provide your location'),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
  /** How precise the coordinates are; `pin` if missing. */
  precision: z.enum(placePrecisions).exclude(['unknown']).optional(),
});
export type AppointmentLocation = z.infer<typeof appointmentLocation>;

const locationText = z
  .string('Please provide your location')
  .min(1, 'Please provide your location')
  .max(2000, `Please keep the address to ${textLimits.address} characters or fewer.`)
  .transform((value, context): AppointmentLocation => {
    const parsed = appointmentLocation.safeParse(parseJsonOrNull(value));
    if (parsed.success && (parsed.data.lat === undefined) === (parsed.data.lng === undefined)) {
      return parsed.data;
    }
    context.addIssue({ code: 'custom', message: locationProblem(value) });
    return z.NEVER;
  });

/**
 * Whether the person confirmed that the vehicle may have two appointments at that time. Otherwise such a
 * booking or reschedule is refused as `vehicle_already_booked`.
 */
const confirmOverlap = z.boolean().optional();

/**
 * Whether the office confirmed that the job is outside working hours. Otherwise such a booking or reschedule is
 * refused as `outside_hours`. Customers cannot confirm this.
 */
const confirmOutsideHours = z.boolean().optional();

/** The fields of a booking that do not depend on who books. */
export const bookingBase = z.object({
  serviceId: rowId('Please select a service'),
  additionalServiceIds: z
    .array(rowId('Please select a service'))
    .max(maxAdditionalServices, tooManyServicesMessage)
    .optional(),
  date: calendarDate(),
  startTime: timeOfDay(),
  location: locationText,
  ...mapJobDetails((name) => optionalTextFor(jobDetailRules[name])),
  /**
   * The price that the form showed. A booking that would cost something else is refused, so that nobody
   * books at a price they did not see.
   */
  shownPrice: money.optional(),
  confirmOverlap,
  confirmOutsideHours,
});

/**
 * A booking. An `endTime` may be sent but is ignored: the server computes it. `customerId` is read
 * only from staff who book for a customer.
 */
export const bookingInput = bookingBase
  .extend({ vehicleId: rowId('Please select a vehicle'), customerId: userId().optional() })
  .refine(areServicesDistinct, {
    path: ['additionalServiceIds'],
    message: repeatedServiceMessage,
  });
export type BookingInput = z.infer<typeof bookingInput>;

/** A booking by the office for a person whom the business does not know yet, and for their vehicle. */
export const newCustomerBooking = bookingBase.extend({ newCustomer }).refine(areServicesDistinct, {
  path: ['additionalServiceIds'],
  message: repeatedServiceMessage,
});
export type NewCustomerBooking = z.infer<typeof newCustomerBooking>;

/** The odometer reading, in miles. */
const mileage = z
  .number('Please enter the mileage using digits only.')
  .int('Please enter the mileage in whole miles.')
  .min(0, 'Please enter the mileage using digits only.')
  .max(highestMileage, 'That mileage is too high.');

/**
 * When a mechanic pressed the button of a job step, ISO 8601, if the step is sent later, for example after a lost
 * connection. If it is missing, the time at which the server receives the step is used.
 */
const pressedAt = z.iso
  .datetime('The time at which the button was pressed is not valid.')
  .optional();

/**
 * Every change that can be made to an appointment, distinguished by the fields of the body. Each is one transition
 * in the lifecycle table.
 */
export const appointmentChange = z.union(
  [
    z.strictObject({
      mechanicId: userId('Please select a mechanic to assign.'),
      status: z.literal('confirmed'),
    }),
    z.strictObject({ status: z.literal('in_progress'), pressedAt }),
    z.strictObject({ startUndone: z.literal(true) }),
    z.strictObject({ arrived: z.literal(true), pressedAt }),
    z.strictObject({
      status: z.literal('completed'),
      mileage: mileage.optional(),
      workNote: optionalTextFor(workNoteRule).optional(),
      pressedAt,
    }),
    z.strictObject({ status: z.literal('unassigned'), reason: optionalText(textLimits.reason) }),
    z.strictObject({ status: z.literal('cancelled'), reason: optionalText(textLimits.reason) }),
    z.strictObject({
      date: calendarDate(),
      startTime: timeOfDay(),
      confirmOverlap,
      confirmOutsideHours,
    }),
    z.strictObject({ notes: nullableTextFor(jobDetailRules.notes) }),
    z.strictObject({ gateCode: nullableTextFor(jobDetailRules.gateCode) }),
  ],
  { error: changeProblem },
);
export type AppointmentChange = z.infer<typeof appointmentChange>;

/** A step of a mechanic's job: start, arrival or completion. */
export type JobStepChange = Extract<AppointmentChange, { pressedAt?: string | undefined }>;

const statusList = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(z.enum(appointmentStatuses, 'That is not a valid status.')));

/**
 * The list's filters. Without filters, the response contains all appointments from today on and the latest 50
 * before today; with any filter it is one page, and a `Link` header points to the next.
 */
export const appointmentQuery = z.object({
  status: statusList.optional(),
  date: calendarDate().optional(),
  from: calendarDate().optional(),
  to: calendarDate().optional(),
  /**
   * `upcoming`: today or later, and neither completed nor canceled. `past`: before today, or completed or
   * canceled.
   */
  when: z.enum(['upcoming', 'past']).optional(),
  mechanicId: userId().optional(),
  customerId: userId().optional(),
  /**
   * Only appointments that are overdue, or whose mechanic went offline or does not work at that time; for the office.
   * Excludes the other reasons for attention: no free mechanic, and an unpaid plan.
   */
  attention: z.literal('needed', 'That is not a valid filter.').optional(),
  search: textOrNumberFilter.optional(),
  sort: z.enum(['date', '-date']).optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type AppointmentQuery = z.infer<typeof appointmentQuery>;

/** The exact number of appointments visible to the viewer, by status. */
export const appointmentCounts = z.record(z.enum(appointmentStatuses), z.number().int());
export type AppointmentCounts = z.infer<typeof appointmentCounts>;

/**
 * The filters for the counts. For customers and mechanics, `mechanicId` is ignored, and only their own appointments
 * are counted.
 */
export const appointmentCountQuery = z.object({
  date: calendarDate().optional(),
  /** As in the list: today or later, and neither completed nor canceled. */
  when: z.literal('upcoming', 'That is not a valid filter for counts.').optional(),
  mechanicId: userId().optional(),
  /** As in the list: overdue, or the mechanic went offline or does not work at that time. */
  attention: z.literal('needed', 'That is not a valid filter.').optional(),
});

/** A mechanic who could be assigned, with reasons for and against the assignment. Lists are sorted best first. */
export const candidate = z.object({
  mechanic: mechanicSummary,
  status: z.enum(['available', 'on_job', 'offline']),
  /** Whether the server would accept the assignment now. */
  free: z.boolean(),
  /** Short phrases for people: 'Free 10:00 AM to 11:30 AM', 'Has skill: brakes'. */
  reasons: z.array(z.string()),
  /** Problems with an assignment that the server would accept, such as too little time for a drive. */
  warnings: z.array(z.string()),
});
export type Candidate = z.infer<typeof candidate>;

function locationProblem(value: string): string {
  return readAddress(value)
    ? `The location needs an address of up to ${textLimits.address} characters, and both coordinates or neither.`
    : 'Please provide your location';
}

/**
 * Returns why a body is not a valid change: the error in one field if the rest of the body is valid, otherwise a
 * general message.
 */
function changeProblem(issue: { readonly errors?: readonly (readonly Issue[])[] }): string {
  const closest = issue.errors?.find(
    ([first, ...others]) => others.length === 0 && changeFields.has(String(first?.path[0])),
  );
  return closest?.[0]?.message ?? 'That is not a valid change to an appointment.';
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const changeFields = new Set([
  'mechanicId',
  'date',
  'startTime',
  'reason',
  'mileage',
  'workNote',
  'pressedAt',
]);
