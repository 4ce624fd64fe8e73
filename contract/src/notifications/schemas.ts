import { z } from 'zod';
import { money, rowId, rowIdText } from '../fields/schemas.ts';
import { paymentStatuses } from '../payments/payment-status.ts';

/** The kinds of notifications. They report what others did; some also say that an appointment needs a mechanic. */
export const notificationKinds = [
  'booked',
  'assigned',
  'unassigned',
  'rescheduled',
  'started',
  'arrived',
  'completed',
  'cancelled',
  'payment',
  'message',
  'sick',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** A notification. Its content is read with the viewer's permissions at each request. */
export const notification = z.object({
  id: rowId(),
  kind: z.enum(notificationKinds),
  at: z.string(),
  read: z.boolean(),
  /** The kind and id of the object it is about, as in a live event. */
  subject: z.object({ kind: z.string(), id: z.string() }),
  /** Null if it is not about an appointment, or if the viewer may no longer see the appointment. */
  appointment: z
    .object({ id: rowId(), service: z.string(), date: z.string(), startTime: z.string() })
    .nullable(),
  /** Whether the appointment was reassigned to another mechanic or lost its mechanic. */
  mechanicChanged: z.boolean(),
  /**
   * The new and the previous mechanic; null if the viewer may not know, or the mechanic has changed since. For 'sick',
   * the mechanic who is out sick.
   */
  mechanicName: z.string().nullable(),
  formerMechanicName: z.string().nullable(),
  payment: z
    .object({
      id: rowId(),
      status: z.enum(paymentStatuses),
      amount: money,
      /** How much of it was refunded. */
      refundedAmount: money,
    })
    .nullable(),
  /** For 'sick': how many of the day's jobs still need coverage; null if the mechanic is back, and for other kinds. */
  jobsToCover: z.number().int().nullable(),
});
export type Notification = z.infer<typeof notification>;

/** A page of the list, latest first; the cursor is the lowest id of the previous page. */
export const notificationQuery = z.object({ cursor: rowIdText.optional() });

/** The exact number of the viewer's unread notifications. */
export const notificationCount = z.object({ unread: z.number().int() });

/**
 * The ids of the oldest and the latest of the notifications that were shown. These two and all notifications between
 * them are marked as read. Later notifications stay unread.
 */
export const markNotificationsReadInput = z.object({ from: rowId(), to: rowId() });

/** The switches of the Notifications tab in the settings. The last three have an effect for advisors and admins only. */
export const notificationPreferences = z.object({
  appointmentReminders: z.boolean('Please specify yes or no.'),
  mechanicUpdates: z.boolean('Please specify yes or no.'),
  paymentReceipts: z.boolean('Please specify yes or no.'),
  push: z.boolean('Please specify yes or no.'),
  sms: z.boolean('Please specify yes or no.'),
  promotionalEmails: z.boolean('Please specify yes or no.'),
  newsletter: z.boolean('Please specify yes or no.'),
  bookingEmails: z.boolean('Please specify yes or no.'),
  attentionEmails: z.boolean('Please specify yes or no.'),
  messageEmails: z.boolean('Please specify yes or no.'),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
