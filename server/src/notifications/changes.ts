import type { MessageSide } from '@curbwrench/contract/conversations/schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Marks a person's notifications with ids from `range.from` to `range.to`, inclusive, as read. Returns how many were
 * unread. Rows are always locked in the order of their ids, so that two of a person's tabs never deadlock.
 */
export async function markRangeRead(
  trx: Trx,
  recipientId: string,
  range: { readonly from: number; readonly to: number },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notifications set read_at = ${now} where id in (
      select id from notifications
      where recipient_id = ${recipientId} and read_at is null
        and id between ${range.from} and ${range.to}
      order by id for no key update
    )
  `.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Marks one side's notifications about a conversation as read, and returns the ids of their recipients. */
export async function markConversationNotificationsRead(
  trx: Trx,
  side: MessageSide,
  personId: string,
  now: Date,
): Promise<string[]> {
  const isRecipient =
    side === 'person' ? sql`recipient_id = ${personId}` : sql`recipient_id <> ${personId}`;
  const { rows } = await sql<{ id: string }>`
    update notifications set read_at = ${now} where id in (
      select id from notifications
      where subject = 'conversation' and subject_id = ${personId} and read_at is null and ${isRecipient}
      order by id for no key update
    ) returning recipient_id as id
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Saves a person's preferences. */
export async function savePreferences(
  trx: Trx,
  userId: string,
  preferences: NotificationPreferences,
  now: Date,
): Promise<void> {
  const values = {
    appointment_reminders: preferences.appointmentReminders,
    mechanic_updates: preferences.mechanicUpdates,
    payment_receipts: preferences.paymentReceipts,
    push: preferences.push,
    sms: preferences.sms,
    promotional_emails: preferences.promotionalEmails,
    newsletter: preferences.newsletter,
    booking_emails: preferences.bookingEmails,
    attention_emails: preferences.attentionEmails,
    message_emails: preferences.messageEmails,
    updated_at: now,
  };
  await trx
    .insertInto('notification_preferences')
    .values({ person_id: userId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}

/** Deletes all notifications older than `before`, read or unread. */
export async function deleteNotificationsBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications where at < ${before} order by id for update skip locked
    )
  `.execute(db);
}
