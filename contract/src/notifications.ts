import { z } from 'zod';
import { money, rowId, rowIdText } from './fields.ts';
import { paymentStatuses } from './payment-status.ts';

/** What the bell tells of, and, for the office, what needs someone. */
export const noticeKinds = [
  'booked',
  'assigned',
  'unassigned',
  'rescheduled',
  'started',
  'completed',
  'cancelled',
  'payment',
  'message',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** One line of the bell. What it is about is read anew each time, under the reader's own rights. */
export const notification = z.object({
  id: rowId(),
  kind: z.enum(noticeKinds),
  at: z.string(),
  read: z.boolean(),
  /** The noun and the id of what it is about, as in a live event. */
  subject: z.object({ kind: z.string(), id: z.string() }),
  /** Null where it is about none, or about one that the reader may not see any more. */
  appointment: z
    .object({ id: rowId(), service: z.string(), date: z.string(), startTime: z.string() })
    .nullable(),
  /** Whether it came to another mechanic than before, or lost the one it had. */
  mechanicChanged: z.boolean(),
  /** Who comes now, and instead of whom; null where the reader may not know, or it has changed since. */
  mechanicName: z.string().nullable(),
  formerMechanicName: z.string().nullable(),
  payment: z
    .object({
      id: rowId(),
      status: z.enum(paymentStatuses),
      amount: money,
      /** What of it was given back. */
      refundedAmount: money,
    })
    .nullable(),
});
export type Notification = z.infer<typeof notification>;

/** The newest first; the cursor is the lowest id of the page before. */
export const notificationQuery = z.object({ cursor: rowIdText.optional() });

/** Exact. */
export const notificationCount = z.object({ unread: z.number().int() });

/**
 * Marks a stretch of one's own notifications as read: those that were shown, by the ids of the
 * oldest and the newest of them. What came meanwhile lies above it and stays unread.
 */
export const notificationsRead = z.object({ from: rowId(), to: rowId() });

/** The Notifications tab of the settings, by its switches. */
export const notificationPreferences = z.object({
  appointmentReminders: z.boolean('Please say yes or no.'),
  mechanicUpdates: z.boolean('Please say yes or no.'),
  paymentReceipts: z.boolean('Please say yes or no.'),
  push: z.boolean('Please say yes or no.'),
  sms: z.boolean('Please say yes or no.'),
  promotionalEmails: z.boolean('Please say yes or no.'),
  newsletter: z.boolean('Please say yes or no.'),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
