import { z } from 'zod';
import { appointmentStatuses } from '../appointments/lifecycle.ts';
import { appointmentAction } from '../appointments/schemas.ts';
import { messageInput } from '../conversations/schemas.ts';
import { calendarDate, money, optionalText, rowId, timeOfDay } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { appointmentLine } from '../payments/schemas.ts';
import { review, reviewInput } from '../reviews/schemas.ts';
import { journeyStep, tracking } from '../tracking/schemas.ts';
import { vehicleSummary } from '../vehicles/schemas.ts';

/**
 * The token of an appointment's link. Any string is valid, so that a damaged link gets the same response as a
 * revoked one.
 */
const linkToken = z.string('The link is missing.').transform((token) => token.slice(0, 200));

/** The input of every request made with a link: the token. It is in the body, so that no log or referrer contains it. */
export const linkInput = z.object({ token: linkToken });

export const linkTimesInput = linkInput.extend({ date: calendarDate() });

export const linkRescheduleInput = linkInput.extend({
  date: calendarDate(),
  startTime: timeOfDay(),
});

export const linkCancellation = linkInput.extend({ reason: optionalText(textLimits.reason) });

export const linkReview = linkInput.extend(reviewInput.shape);

export const linkMessage = linkInput.extend(messageInput.shape);

/** What the holder of an appointment's link sees: the appointment, and nothing else about its customer. */
export const linkedAppointment = z.object({
  id: rowId(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  status: z.enum(appointmentStatuses),
  address: z.string(),
  lines: z.array(appointmentLine),
  price: money,
  vehicle: vehicleSummary.pick({ make: true, model: true, year: true }),
  /** The assigned mechanic's first name; null if none is assigned. */
  mechanicName: z.string().nullable(),
  steps: z.array(journeyStep),
  /** The customer may cancel or reschedule up to this many hours before the start. */
  cancellationCutoffHours: z.number().int(),
  /** The deadline for canceling or rescheduling. ISO 8601. */
  changeUntil: z.string(),
  /** Rescheduling and canceling, if the status allows them; empty after the appointment is over. */
  actions: z.array(appointmentAction),
  /** Whether the appointment is over. If so, the link shows only the appointment and its receipt. */
  isOver: z.boolean(),
  /** Which document about its payment is available; null before the job is completed. */
  document: z.enum(['receipt', 'invoice']).nullable(),
  /** The customer's review of the completed job; null if there is none. */
  review: review.omit({ id: true, appointmentId: true }).nullable(),
  /** Whether a new link can be sent: true if the customer has an email address. */
  canRenew: z.boolean(),
});
export type LinkedAppointment = z.infer<typeof linkedAppointment>;

/** The mechanic's progress, as the holder of a link sees it. */
export const linkedTracking = tracking.omit({ appointmentId: true, mechanic: true });
export type LinkedTracking = z.infer<typeof linkedTracking>;

/** The URL of an appointment's link, for the office. */
export const sharedLink = z.object({ url: z.string() });
