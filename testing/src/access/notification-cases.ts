import { sql } from 'kysely';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** Creates a notification for the owner. */
async function makeNotification(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into notifications (recipient_id, kind, subject, subject_id, at)
    values (${fixture.owner.id}, 'message', 'conversation', '1', now()) returning id
  `.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? 0, selfId: fixture.owner.id };
}

const ownCase = { permission: 'notifications' } as const;

const preferences = {
  appointmentReminders: false,
  mechanicUpdates: true,
  paymentReceipts: true,
  push: false,
  sms: true,
  promotionalEmails: false,
  newsletter: false,
  bookingEmails: true,
  attentionEmails: true,
  messageEmails: true,
};

/** Notifications and notification preferences. */
export const notificationCases: readonly AccessCase[] = [
  {
    ...ownCase,
    name: 'bell: list',
    endpoint: 'listNotifications',
    isList: true,
    make: makeNotification,
  },
  { ...ownCase, name: 'bell: count', endpoint: 'countNotifications' },
  {
    ...ownCase,
    name: 'bell: mark as read',
    endpoint: 'markNotificationsRead',
    allowedStatus: 204,
    body: () => ({ from: 1, to: 2_147_483_647 }),
  },
  { ...ownCase, name: 'preferences: read', endpoint: 'getNotificationPreferences' },
  {
    ...ownCase,
    name: 'preferences: save',
    endpoint: 'saveNotificationPreferences',
    body: () => preferences,
  },
];
