// Reads tables owned by these modules: push
import { defaultNotificationPreferences as defaults } from '@curbwrench/contract/notifications/default-preferences';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL condition: the person's preferences allow messages of this kind through this channel. `preference` is the
 * preference for the kind; null if it can't be turned off. Needs `notification_preferences np`, whose row is missing
 * for a person who has saved no preferences. A text message also needs consent, which is stored separately; for a
 * person without saved preferences, consent is enough.
 */
export function allowsMessageCondition(
  preference: RawBuilder<unknown>,
  channel: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(case ${preference}
      when 'appointmentReminders' then coalesce(np.appointment_reminders, ${defaults.appointmentReminders})
      when 'mechanicUpdates' then coalesce(np.mechanic_updates, ${defaults.mechanicUpdates})
      when 'paymentReceipts' then coalesce(np.payment_receipts, ${defaults.paymentReceipts})
      when 'bookingEmails' then ${channel} <> 'email' or coalesce(np.booking_emails, ${defaults.bookingEmails})
      when 'attentionEmails' then ${channel} <> 'email' or coalesce(np.attention_emails, ${defaults.attentionEmails})
      when 'messageEmails' then ${channel} <> 'email' or coalesce(np.message_emails, ${defaults.messageEmails})
      else true end
    and case ${channel}
      when 'push' then coalesce(np.push, ${defaults.push})
      when 'sms' then coalesce(np.sms, ${defaults.sms})
      else true end)`;
}

/**
 * SQL for the address at which a channel reaches a person: an email address, a phone number at which they agreed to get
 * texts, or for push the person's id if they have turned on notifications in a browser. Null if there is none. Needs
 * `people p` and `accounts`, whose row is missing for a person without an account.
 */
export function channelAddressSql(channel: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${channel}
    when 'email' then coalesce(accounts.email, p.email)
    when 'sms' then textable_number(p.id)
    when 'push' then (select min(account_id) from push_subscriptions where account_id = p.id)
    end`;
}
