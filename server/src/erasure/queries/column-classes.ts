// Reads tables of: accounts, appointments, payments
import { sql } from 'kysely';
import {
  by,
  byAddress,
  deleted,
  emptied,
  erasedByTheTrail,
  impersonal,
  kept,
  type SharedText,
  type TableClass,
} from './table-class.ts';
import type { Database } from '../../database/schema.ts';

const jobsAsCustomer = (id: string) => sql`select id from appointments where customer_id = ${id}`;
const jobsAsMechanic = (id: string) => sql`select id from appointments where mechanic_id = ${id}`;

/** Why something was done to an appointment. */
const reasons: SharedText = {
  text: sql`detail ->> 'reason'`,
  withText: (text) => sql`case when ${text} is null then detail - 'reason'
    else jsonb_set(detail, '{reason}', to_jsonb(${text})) end`,
  // Why a mechanic declined a job is about the mechanic, whosever job it was.
  own: ({ id }) =>
    sql`actor_id = ${id} and (kind = 'declined' or appointment_id in (${jobsAsCustomer(id)}))`,
  about: ({ id }) => sql`appointment_id in (${jobsAsCustomer(id)})`,
  // Not what another customer wrote about their own appointment.
  mentions: ({ id }) => sql`(actor_id = ${id} or appointment_id in (${jobsAsMechanic(id)}))
    and actor_id is distinct from
      (select customer_id from appointments where appointments.id = appointment_id)`,
};

/** Only the customer edits notes, so notes written by the office are those from its booking. */
const notes: SharedText = {
  text: sql`notes`,
  withText: (text) => text,
  own: ({ id }) => sql`customer_id = ${id} and (source <> 'office' or exists (
    select from appointment_events where appointment_id = appointments.id
      and kind = 'notes_changed'))`,
  about: by('customer_id'),
  mentions: null,
};

/** Messages of a conversation with the office. */
const messages: SharedText = {
  text: sql`text`,
  withText: (text) => text,
  own: ({ id }) => sql`person_id = ${id} and author_id = ${id}`,
  about: by('person_id'),
  // By the office and by mechanics; not what another customer wrote.
  mentions: ({ id }) => sql`(author_id = ${id} or person_id in (
      select mechanic_id from appointments where customer_id = ${id}
      union select coalesce(detail ->> 'mechanicId', detail ->> 'formerMechanicId')
        from appointment_events where appointment_id in (${jobsAsCustomer(id)})
      union select customer_id from appointments where mechanic_id = ${id}
    )) and not (author_id = person_id
      and exists (select from users where users.id = author_id and role = 'customer'))`,
};

/** Why a refund was made. */
const refundReasons: SharedText = {
  text: sql`reason`,
  withText: (text) => text,
  own: null,
  about: by('customer_id'),
  mentions: ({ id }) => sql`payment_id in (
    select payments.id from payments where appointment_id in (${jobsAsMechanic(id)}))`,
};

/** An invitation names the admin who invites. */
const mailTexts: SharedText = {
  text: sql`text`,
  withText: (text) => text,
  own: null,
  about: null,
  mentions: ({ isAdmin }) => sql`${isAdmin}::boolean`,
};

/**
 * What every column of every table contains about people, and what erasing a person does with it
 * (docs/decisions/0034-erasure.md). `erasure/changes.ts` does exactly what is listed here. A test fails and
 * names any column without a class, and any personal one without a rule.
 */
export const columnClasses: Readonly<Record<keyof Database, TableClass>> = {
  account_tokens: deleted(by('user_id'), {
    plain: 'user_id purpose created_at expires_at',
    secret: 'hash',
    personal: 'email',
  }),
  accounts: deleted(by('user_id'), {
    plain:
      'id provider_id user_id access_token_expires_at refresh_token_expires_at scope created_at updated_at',
    secret: 'access_token refresh_token id_token password',
    personal: 'account_id',
  }),
  appointment_events: kept(by('actor_id'), 'id appointment_id kind at actor_id', {
    // Ids, prices, and perhaps a reason.
    detail: reasons,
  }),
  appointment_counts: impersonal('reader status count folded'),
  appointments: kept(
    by('customer_id'),
    'id customer_id vehicle_id service_id mechanic_id hold_mechanic_id declined_by date start_time end_time during status price cancel_until_hours source created_at updated_at included_in benefit_period_id',
    {
      address: { becomes: sql`'Removed'`, identifies: 'street' },
      latitude: emptied,
      longitude: emptied,
      gate_code: emptied,
      notes,
    },
  ),
  audit_columns: impersonal('table_name column_name class reason'),
  audit_entries: impersonal(
    'number at actor_id action subject subject_id owner_id before after personal_fields secret_fields personal_hash hash',
  ),
  audit_erasures: impersonal('user_id at'),
  audit_key: impersonal('', 'key'),
  audit_pending: erasedByTheTrail(
    'id at actor_id table_name operation secret_fields',
    'before after',
  ),
  audit_personal: erasedByTheTrail('entry_number', 'before after salt'),
  audit_tables: impersonal(
    'table_name subject id_column owner_column by_owner action except_plain except_personal',
  ),
  conversations: impersonal(
    'person_id last_number last_person_number last_office_number person_read office_read last_at',
  ),
  hourly_stats: impersonal('hour active_mechanics pending_appointments'),
  holidays: impersonal('date name'),
  // Includes replies to staff that name the customer they booked for.
  idempotency_keys: deleted(
    ({ id }) => sql`(user_id = ${id} or strpos(reply, to_json(${id}::text)::text) > 0)`,
    { plain: 'user_id call key body_hash created_at', personal: 'reply' },
  ),
  invitations: deleted(byAddress('invitations.email'), {
    plain: 'id role invited_by sent_at expires_at',
    secret: 'token_hash',
    personal: 'email',
  }),
  mail_views: deleted(by('recipient_id'), {
    plain: 'id mail_id subject recipient_id viewed_at',
    personal: 'email',
  }),
  mails: deleted(
    (person) =>
      sql`(user_id = ${person.id} or user_id is null and ${byAddress('mails.recipient')(person)})`,
    {
      plain: 'id user_id state secret_until attempts next_attempt_at created_at sent_at',
      personal: 'recipient subject text',
    },
    { text: mailTexts },
  ),
  mechanics: kept(by('user_id'), 'user_id active available skills', {
    last_active_at: emptied,
    latitude: emptied,
    longitude: emptied,
    position_at: emptied,
    switched_on: emptied,
    switched_at: emptied,
  }),
  messages: kept(by('person_id'), 'person_id number author_id client_id sent_at', {
    text: messages,
  }),
  notification_preferences: deleted(by('user_id'), {
    plain:
      'user_id appointment_reminders mechanic_updates payment_receipts push sms promotional_emails newsletter updated_at',
  }),
  notifications: deleted(by('recipient_id'), {
    plain: 'id recipient_id kind subject subject_id at read_at mechanic_id former_mechanic_id',
  }),
  outbox: impersonal(
    'id number kind subject_id customer_id mechanic_id former_mechanic_id at notice',
  ),
  payment_totals: impersonal('reader status count amount folded'),
  // For accounting.
  payments: impersonal(
    'id customer_id appointment_id amount status payment_method transaction_id created_at paid_at refunded_amount',
  ),
  pictures: deleted(by('user_id'), {
    plain: 'name user_id content_type created_at',
    personal: 'base64',
  }),
  plan_services: impersonal('plan_id service_id uses'),
  plans: impersonal(
    'id name description price billing_interval discount_percent version archived_at created_at',
  ),
  provider_sessions: deleted(
    ({ id }) => sql`session_id in (select sessions.id from sessions where user_id = ${id})`,
    { plain: 'session_id provider', secret: 'id_token' },
  ),
  // The key is a keyed hash, whose count expires within hours.
  rate_limits: impersonal('key count ends_at'),
  refunds: kept(by('customer_id'), 'id payment_id customer_id amount created_at', {
    reason: refundReasons,
  }),
  service_area_zips: impersonal('zip area_id'),
  service_areas: impersonal('id name latitude longitude radius_miles days call_out_fee created_at'),
  services: impersonal(
    'id name description price duration labor_hours skill archived_at created_at',
  ),
  sessions: deleted(by('user_id'), {
    plain: 'id user_id expires_at created_at updated_at',
    secret: 'token',
    personal: 'ip_address user_agent',
  }),
  set_up_token: impersonal('only_one made_at', 'token_hash'),
  sign_in_attempts: impersonal('provider return_to expires_at', 'hash nonce verifier'),
  subscription_periods: impersonal('id subscription_id number starts ends payment_id'),
  subscription_services: impersonal('subscription_id service_id uses'),
  subscriptions: impersonal(
    'id customer_id plan_id plan_name price billing_interval discount_percent started_on renews ended_at created_at',
  ),
  time_off: kept(by('mechanic_id'), 'id mechanic_id during', { reason: emptied }),
  two_factors: deleted(by('user_id'), {
    plain: 'id user_id verified failed_verification_count locked_until',
    secret: 'secret backup_codes',
  }),
  used_totp_codes: deleted(by('user_id'), { plain: 'user_id used_at', secret: 'code' }),
  users: kept(
    by('id'),
    'id email_verified role created_at updated_at active deleted_at two_factor_enabled security_stamp',
    {
      name: { becomes: sql`'Deleted person'`, identifies: 'full name' },
      first_name: { becomes: sql`'Deleted'`, identifies: 'single name' },
      last_name: { becomes: sql`'person'`, identifies: 'single name' },
      // An address that can't exist (RFC 2606).
      email: { becomes: sql`'deleted-' || gen_random_uuid() || '@invalid'`, identifies: 'email' },
      image: emptied,
      phone: { ...emptied, identifies: 'phone' },
    },
  ),
  vehicles: kept(
    by('customer_id'),
    'id customer_id make model year type is_active archived_at created_at',
    {
      plate_number: { ...emptied, identifies: 'plate' },
      vin: { ...emptied, identifies: 'plate' },
    },
  ),
  // The library's: trusted browsers, and sign-ins that are waiting for a code.
  verifications: deleted(by('value'), {
    plain: 'id expires_at created_at updated_at',
    secret: 'identifier value',
  }),
  working_hours: impersonal('mechanic_id weekday starts ends'),
};
