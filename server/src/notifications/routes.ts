import { defaultNotificationPreferences } from '@curbwrench/contract/notifications/default-preferences';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { servicesText } from '@curbwrench/contract/services/services-text';
import type { FastifyInstance } from 'fastify';
import { changePreferences } from './change-preferences.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';
import {
  countUnread,
  findPreferences,
  listNotifications,
  type NotificationRow,
} from './queries.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { getReadScope } from '../database/read-scope.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/**
 * Registers the notification routes: list, count and mark the viewer's own notifications, and read and save
 * preferences.
 */
export function notificationRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listNotifications', async ({ viewer, query, raw, reply }) => {
    const page = await listNotifications(db, viewer.id, getReadScope(viewer), {
      before: query.cursor,
      timeZone: getCurrentTime(context).timeZone,
    });
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentNotification(row, viewer)));
  });

  registerEndpoint(app, context, 'countNotifications', async ({ viewer }) =>
    accepted({ unread: await countUnread(db, viewer.id) }),
  );

  registerEndpoint(app, context, 'markNotificationsRead', ({ viewer, body }) =>
    markNotificationsRead(context, viewer, body),
  );

  registerEndpoint(app, context, 'getNotificationPreferences', async ({ viewer }) =>
    accepted((await findPreferences(db, viewer.id)) ?? defaultNotificationPreferences),
  );

  registerEndpoint(app, context, 'saveNotificationPreferences', ({ viewer, body }) =>
    changePreferences(context, viewer, body),
  );
}

function presentNotification(row: NotificationRow, { role }: Actor): Notification {
  // A mechanic may not see the names of colleagues.
  const canSeeNames = role !== 'mechanic';
  const { id, kind, at, read, subject, subject_id } = row;
  return {
    id,
    kind,
    at: at.toISOString(),
    read,
    subject: { kind: subject, id: subject_id },
    appointment:
      row.appointment_id === null
        ? null
        : {
            id: row.appointment_id,
            service: servicesText(row.service_name ?? '', row.more_services),
            date: row.date ?? '',
            startTime: row.start_time?.slice(0, 5) ?? '',
          },
    mechanicChanged: row.mechanic_changed,
    mechanicName: canSeeNames ? (row.sick_name ?? row.mechanic_name) : null,
    formerMechanicName: canSeeNames ? row.former_mechanic_name : null,
    payment:
      row.payment_id === null || row.payment_status === null
        ? null
        : {
            id: row.payment_id,
            status: row.payment_status,
            amount: row.payment_amount ?? '',
            refundedAmount: row.refunded_amount ?? '',
          },
    jobsToCover: row.jobs_to_cover,
  };
}
