import type { NotificationPreferences } from './schemas.ts';

/** The preferences of a person who never saved any. */
export const defaultNotificationPreferences: NotificationPreferences = {
  appointmentReminders: true,
  mechanicUpdates: true,
  paymentReceipts: true,
  push: true,
  sms: false,
  promotionalEmails: false,
  newsletter: true,
  bookingEmails: true,
  attentionEmails: true,
  messageEmails: true,
};
