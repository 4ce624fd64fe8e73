// Reads tables owned by these modules: accounts, appointments, conversations, texting
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Every column that contains a person's id, and what a merge does with the removed customer's id there. `moves`: it is
 * replaced by the kept customer's id. `account`: it can't occur, since the column refers only to people with an account
 * or to staff. `counted`: triggers recompute the row. `history`: it stays. A test compares the list with the database.
 */
export const personColumns: Readonly<Record<string, 'moves' | 'account' | 'counted' | 'history'>> =
  {
    'account_tokens.account_id': 'account',
    'accounts.id': 'account',
    'appointment_counts.reader': 'counted',
    'appointment_events.actor_id': 'moves',
    'appointment_links.person_id': 'moves',
    'appointments.customer_id': 'moves',
    'appointments.declined_by': 'account',
    'appointments.held_mechanic_id': 'account',
    'appointments.mechanic_id': 'account',
    'attention_alerts.mechanic_id': 'account',
    'audit_entries.actor_id': 'history',
    'audit_entries.owner_id': 'history',
    'audit_entries.subject_id': 'history',
    'audit_erasures.person_id': 'history',
    'audit_pending.actor_id': 'history',
    'booking_codes.person_id': 'moves',
    'calendar_feeds.mechanic_id': 'account',
    'calendar_feeds.owner_id': 'account',
    'conversations.person_id': 'moves',
    'credentials.account_id': 'account',
    'customer_addresses.customer_id': 'moves',
    'external_customer_ids.customer_id': 'moves',
    'idempotency_keys.account_id': 'account',
    'invitations.invited_by': 'account',
    'email_views.recipient_id': 'account',
    'emails.person_id': 'moves',
    'mechanic_positions.mechanic_id': 'account',
    'mechanics.person_id': 'account',
    'merged_customers.id': 'history',
    'merged_customers.into_id': 'moves',
    'message_templates.updated_by': 'account',
    'messages.author_id': 'moves',
    'messages.person_id': 'moves',
    'notification_preferences.person_id': 'account',
    'notifications.former_mechanic_id': 'account',
    'notifications.mechanic_id': 'account',
    'notifications.recipient_id': 'account',
    'outbound_messages.conversation_id': 'moves',
    'outbound_messages.former_mechanic_id': 'account',
    'outbound_messages.mechanic_id': 'account',
    'outbound_messages.person_id': 'moves',
    'outbox.customer_id': 'history',
    'outbox.former_mechanic_id': 'account',
    'outbox.mechanic_id': 'account',
    'payment_totals.reader': 'counted',
    'payments.customer_id': 'moves',
    'people.id': 'history',
    'pictures.person_id': 'account',
    'push_subscriptions.account_id': 'account',
    'refunds.customer_id': 'moves',
    'reviews.replied_by': 'account',
    'reviews.customer_id': 'moves',
    'reviews.hidden_by': 'account',
    'reviews.mechanic_id': 'account',
    'sessions.account_id': 'account',
    'sms_codes.person_id': 'account',
    'sms_consents.agreed_by': 'account',
    'sms_consents.ended_by': 'account',
    'sms_consents.person_id': 'moves',
    'stranded_jobs.mechanic_id': 'account',
    'subscriptions.customer_id': 'moves',
    'time_off.mechanic_id': 'account',
    'two_factors.account_id': 'account',
    'used_totp_codes.account_id': 'account',
    'vehicles.customer_id': 'moves',
    'working_day_exceptions.mechanic_id': 'account',
    'working_hours.mechanic_id': 'account',
  };

/**
 * Locks two people and their accounts, so that other commands that lock a customer wait. Returns whether both exist.
 * Commands that lock only a job or payment, such as the completion of a job, may still add rows that refer to them.
 */
export async function lockBothCustomers(
  trx: Trx,
  ids: readonly [string, string],
): Promise<boolean> {
  const lock = (table: 'accounts' | 'people') =>
    trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  await lock('accounts');
  return (await lock('people')).length === ids.length;
}

/** The ids of the moved records, for their events. */
interface MovedRecords {
  readonly appointments: readonly { id: number; mechanic_id: string | null }[];
  readonly vehicles: readonly { id: number }[];
  readonly payments: readonly { id: number }[];
  readonly subscriptions: readonly { id: number; plan_id: number }[];
}

/**
 * Moves everything that belongs to a customer without an account (`removedId`) to the customer `keptId`, and deletes
 * the removed customer's record. The caller must hold locks on both customers and on the days of the removed customer's
 * open appointments. Each update waits for transactions that have locked any of its rows. Rows that these transactions
 * added to tables that are updated later, such as a job's payment, are therefore moved too.
 */
export async function moveToCustomer(
  trx: Trx,
  removedId: string,
  keptId: string,
  removedName: string,
  now: Date,
): Promise<MovedRecords> {
  await sql`
    insert into merged_customers (id, into_id, name, merged_at)
    values (${removedId}, ${keptId}, ${removedName}, ${now})
  `.execute(trx);
  await sql`
    update merged_customers set into_id = ${keptId} where into_id = ${removedId}
  `.execute(trx);
  const appointments = await sql<MovedRecords['appointments'][number]>`
    update appointments set customer_id = ${keptId} where customer_id = ${removedId} returning id, mechanic_id
  `.execute(trx);
  await sql`
    update appointment_events set actor_id = ${keptId} where actor_id = ${removedId}
  `.execute(trx);
  await sql`
    update appointment_links set person_id = ${keptId} where person_id = ${removedId}
  `.execute(trx);
  await sql`
    update booking_codes set person_id = ${keptId} where person_id = ${removedId}
  `.execute(trx);
  // A change that can still be undone stores its events. The quotes make sure that only a complete id is replaced.
  const quote = (id: string) => sql`to_json(${id}::text)::text`;
  await sql`
    update undoable_changes
    set events = replace(events::text, ${quote(removedId)}, ${quote(keptId)})::jsonb
    where strpos(events::text, ${quote(removedId)}) > 0
  `.execute(trx);
  const vehicles = await sql<{ id: number }>`
    update vehicles set customer_id = ${keptId} where customer_id = ${removedId} returning id
  `.execute(trx);
  const subscriptions = await sql<MovedRecords['subscriptions'][number]>`
    update subscriptions set customer_id = ${keptId} where customer_id = ${removedId} returning id, plan_id
  `.execute(trx);
  const payments = await sql<{ id: number }>`
    update payments set customer_id = ${keptId} where customer_id = ${removedId} returning id
  `.execute(trx);
  await sql`
    update refunds set customer_id = ${keptId} where customer_id = ${removedId}
  `.execute(trx);
  await sql`
    update reviews set customer_id = ${keptId} where customer_id = ${removedId}
  `.execute(trx);
  await sql`
    update external_customer_ids set customer_id = ${keptId} where customer_id = ${removedId}
  `.execute(trx);
  await sql`update emails set person_id = ${keptId} where person_id = ${removedId}`.execute(trx);
  await sql`update outbound_messages set person_id = ${keptId} where person_id = ${removedId}`.execute(
    trx,
  );
  await sql`
    update outbound_messages set conversation_id = ${keptId} where conversation_id = ${removedId}
  `.execute(trx);
  await moveAddresses(trx, removedId, keptId);
  await moveSmsConsents(trx, removedId, keptId, now);
  await moveConversation(trx, removedId, keptId);
  await sql`delete from people where id = ${removedId}`.execute(trx);
  return {
    appointments: appointments.rows,
    vehicles: vehicles.rows,
    payments: payments.rows,
    subscriptions: subscriptions.rows,
  };
}

/** Moves the addresses of past bookings. An address that both have is stored once, with the later `last_used_at`. */
async function moveAddresses(trx: Trx, removedId: string, keptId: string): Promise<void> {
  await sql`
    insert into customer_addresses (customer_id, address, latitude, longitude, place_precision, last_used_at)
    select ${keptId}, address, latitude, longitude, place_precision, last_used_at
    from customer_addresses where customer_id = ${removedId}
    on conflict (customer_id, address) do update
    set last_used_at = greatest(customer_addresses.last_used_at, excluded.last_used_at)
  `.execute(trx);
  await sql`delete from customer_addresses where customer_id = ${removedId}`.execute(trx);
}

/**
 * Moves the consents to text messages. The removed customer's consent stays in effect only if the kept customer has
 * no consent, and has not stopped text messages to the same number since the removed customer agreed.
 */
async function moveSmsConsents(
  trx: Trx,
  removedId: string,
  keptId: string,
  now: Date,
): Promise<void> {
  await sql`
    update sms_consents moved set ended_at = ${now}, ended_reason = 'merged'
    where person_id = ${removedId} and ended_at is null and exists (
      select from sms_consents kept where kept.person_id = ${keptId} and (kept.ended_at is null or
        kept.number = moved.number and kept.ended_at >= moved.agreed_at
          and kept.ended_reason in ('stop', 'office', 'person'))
    )
  `.execute(trx);
  await sql`
    update sms_consents set person_id = ${keptId} where person_id = ${removedId}
  `.execute(trx);
}

/** Appends the messages to the kept customer's conversation, in which message numbers do not change. */
async function moveConversation(trx: Trx, removedId: string, keptId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from conversations where person_id = ${removedId} for update
  `.execute(trx);
  if (rows.length === 0) return;
  await sql`
    insert into conversations (person_id, last_at)
    select ${keptId}, last_at from conversations where person_id = ${removedId}
    on conflict (person_id) do nothing
  `.execute(trx);
  await sql`
    update messages set person_id = ${keptId},
      number = number + (select last_number from conversations where person_id = ${keptId}),
      author_id = case when author_id = ${removedId} then ${keptId} else author_id end
    where person_id = ${removedId}
  `.execute(trx);
  // A reader (the person or the office) who had read all of the kept conversation has now also read what they had read
  // of the removed conversation. Otherwise their read marker stays where it was.
  await sql`
    update conversations kept set
      last_number = kept.last_number + removed.last_number,
      last_person_number = case when removed.last_person_number = 0 then kept.last_person_number
        else kept.last_number + removed.last_person_number end,
      last_office_number = case when removed.last_office_number = 0 then kept.last_office_number
        else kept.last_number + removed.last_office_number end,
      person_last_read_number = case when kept.person_last_read_number >= kept.last_office_number
        then kept.last_number + removed.person_last_read_number else kept.person_last_read_number end,
      office_last_read_number = case when kept.office_last_read_number >= kept.last_person_number
        then kept.last_number + removed.office_last_read_number else kept.office_last_read_number end,
      last_at = greatest(kept.last_at, removed.last_at)
    from conversations removed
    where kept.person_id = ${keptId} and removed.person_id = ${removedId}
  `.execute(trx);
  await sql`delete from conversations where person_id = ${removedId}`.execute(trx);
}
