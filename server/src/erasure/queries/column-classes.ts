// Reads tables owned by these modules: accounts, appointments, mechanics
import { sql } from 'kysely';
import {
  jobsAsCustomer,
  reasons,
  notes,
  workNote,
  messages,
  refundReasons,
  reviewTexts,
  reviewReplies,
  emailHtml,
  emailTexts,
} from './shared-texts.ts';
import {
  ownedBy,
  addressedToPerson,
  deleted,
  setToNull,
  erasedWithAuditTrail,
  notErased,
  retained,
  type TableClass,
} from './table-class.ts';
import type { Database } from '../../database/schema.ts';

/**
 * What every column of every table contains about people, and what erasing a person does with it
 * (docs/decisions/0034-erasure.md). `erasure/changes.ts` applies this list. A test reports columns that have no
 * class.
 */
export const columnClasses: Readonly<Record<keyof Database, TableClass>> = {
  account_tokens: deleted(ownedBy('account_id'), {
    plain: 'account_id purpose created_at expires_at',
    secret: 'hash',
    personal: 'email',
  }),
  accounts: deleted(ownedBy('id'), {
    plain: 'id email_verified role active two_factor_enabled security_stamp created_at updated_at',
    // The same address as in `people`, which identifies the person.
    personal: 'email',
  }),
  appointment_events: retained(ownedBy('actor_id'), 'id appointment_id kind at actor_id', {
    // Ids, prices, and perhaps a reason.
    detail: reasons,
  }),
  appointment_counts: notErased('reader status count folded'),
  appointment_links: deleted(ownedBy('person_id'), {
    plain: 'appointment_id person_id version created_at ended_at',
    secret: 'salt token_hash',
  }),
  appointment_lines: notErased(
    'appointment_id position kind service_id description quantity unit_price duration included_in',
  ),
  appointments: retained(
    ownedBy('customer_id'),
    'id customer_id vehicle_id service_id mechanic_id held_mechanic_id declined_by date start_time end_time during buffer_minutes outside_hours status area_unsure cancellation_cutoff_hours source created_at updated_at benefit_period_id mileage',
    {
      address: { newValue: sql`'Removed'`, identifies: 'street' },
      latitude: setToNull,
      longitude: setToNull,
      place_precision: { newValue: sql`'unknown'` },
      gate_code: setToNull,
      notes,
      work_note: workNote,
    },
  ),
  attention_alerts: notErased('appointment_id reason date start_time mechanic_id alerted_at'),
  audit_columns: notErased('table_name column_name class reason'),
  audit_entries: notErased(
    'number at actor_id action subject subject_id owner_id before after personal_fields secret_fields personal_hash hash',
  ),
  audit_erasures: notErased('person_id at'),
  audit_key: notErased('', 'key'),
  audit_pending: erasedWithAuditTrail(
    'id at actor_id table_name operation secret_fields',
    'before after',
  ),
  audit_personal: erasedWithAuditTrail('entry_number', 'before after salt'),
  audit_tables: notErased(
    'table_name subject id_column owner_column by_owner action except_plain except_personal',
  ),
  booking_codes: deleted(ownedBy('person_id'), {
    plain: 'attempts expires_at verified_at person_id appointment_id',
    secret: 'token_hash code_hash request_hash',
  }),
  business: notErased(
    'only_one version name phone address latitude longitude time_zone currency cancellation_cutoff_hours max_open_bookings max_open_visitor_bookings codes_per_mailbox codes_per_network codes_per_day plans_start_before_payment outside_areas business_hours slot_interval_minutes window_days notice_hours buffer_minutes jobs_must_end_within_working_hours logo_name logo_content_type logo_base64 landing_headline landing_intro questions_text privacy_text terms_text texts_version checked_steps checklist_shown',
  ),
  calendar_feeds: deleted(({ id }) => sql`(owner_id = ${id} or mechanic_id = ${id})`, {
    plain: 'id owner_id mechanic_id created_at',
    secret: 'token_hash',
  }),
  conversations: notErased(
    'person_id last_number last_person_number last_office_number person_last_read_number office_last_read_number last_at',
  ),
  credentials: deleted(ownedBy('account_id'), {
    plain:
      'id provider_id account_id access_token_expires_at refresh_token_expires_at scope created_at updated_at',
    secret: 'access_token refresh_token id_token password',
    personal: 'subject',
  }),
  customer_addresses: deleted(ownedBy('customer_id'), {
    plain: 'id customer_id place_precision last_used_at',
    personal: 'address latitude longitude',
  }),
  customer_file_transfers: notErased('id kind source row_count at'),
  external_customer_ids: deleted(ownedBy('customer_id'), {
    plain: 'customer_id source',
    personal: 'external_id',
  }),
  // The question is a hash, and the answer is a location that anyone can look up.
  geocoder_answers: notErased('question answer at'),
  geocoder_limit: notErased('only_one next_at'),
  hourly_stats: notErased('hour active_mechanics pending_appointments'),
  holidays: notErased('date name'),
  // Includes replies to staff that name the customer they booked for.
  idempotency_keys: deleted(
    ({ id }) => sql`(account_id = ${id} or strpos(reply, to_json(${id}::text)::text) > 0)`,
    { plain: 'account_id endpoint key body_hash created_at', personal: 'reply' },
  ),
  invitations: deleted(addressedToPerson('invitations.email'), {
    plain: 'id role invited_by sent_at expires_at',
    secret: 'token_hash',
    personal: 'email',
  }),
  email_views: deleted(ownedBy('recipient_id'), {
    plain: 'id email_id subject recipient_id viewed_at',
    personal: 'email',
  }),
  emails: deleted(
    (person) =>
      sql`(person_id = ${person.id} or person_id is null and ${addressedToPerson('emails.recipient')(person)})`,
    {
      plain: 'id person_id state link_expires_at attempts next_attempt_at created_at sent_at',
      personal: 'recipient subject text html',
    },
    // The HTML version comes first, since its removal depends on the text.
    { html: emailHtml, text: emailTexts },
  ),
  mechanic_positions: deleted(ownedBy('mechanic_id'), {
    plain: 'mechanic_id at',
    personal: 'latitude longitude',
  }),
  mechanics: retained(ownedBy('person_id'), 'person_id active available skills', {
    last_active_at: setToNull,
    latitude: setToNull,
    longitude: setToNull,
    position_at: setToNull,
    availability_set_on: setToNull,
    availability_set_at: setToNull,
  }),
  merged_customers: deleted(ownedBy('into_id'), {
    plain: 'id into_id merged_at',
    personal: 'name',
  }),
  message_templates: notErased('id kind channel subject body version updated_at updated_by'),
  messages: retained(
    ownedBy('person_id'),
    'person_id number author_id client_id sent_at link_appointment_id by_text',
    {
      text: messages,
    },
  ),
  notification_preferences: deleted(ownedBy('person_id'), {
    plain:
      'person_id appointment_reminders mechanic_updates payment_receipts push sms promotional_emails newsletter booking_emails attention_emails message_emails updated_at',
  }),
  notifications: deleted(ownedBy('recipient_id'), {
    plain: 'id recipient_id kind subject subject_id at read_at mechanic_id former_mechanic_id',
  }),
  // Messages to other people about this person's appointments and jobs contain this person's name, too.
  outbound_messages: deleted(
    ({ id }) => sql`(person_id = ${id} or conversation_id = ${id} or mechanic_id = ${id}
      or former_mechanic_id = ${id} or appointment_id in (${jobsAsCustomer(id)})
      or (kind = 'office_attention_list' and exists (select from mechanics where mechanics.person_id = ${id}))
      or (kind = 'tomorrows_jobs' and (person_id, date) in (
        select mechanic_id, date from appointments where customer_id = ${id})))`,
    {
      plain:
        'id kind channel person_id appointment_id conversation_id message_client_id date start_time mechanic_id former_mechanic_id state reason provider_id attempts next_attempt_at expires_at created_at sent_at last_possible_delivery_at',
      personal: 'recipient subject text',
    },
  ),
  outbox: notErased(
    'id number kind subject_id customer_id mechanic_id former_mechanic_id at notice',
  ),
  payment_totals: notErased('reader status count amount folded'),
  // These rows are kept for accounting.
  payments: notErased(
    'id customer_id appointment_id amount status payment_method transaction_id created_at paid_at refunded_amount',
  ),
  people: retained(ownedBy('id'), 'id created_at updated_at deleted_at version email_verified_at', {
    name: { newValue: sql`'Deleted person'`, identifies: 'full name' },
    first_name: { newValue: sql`'Deleted'`, identifies: 'first or last name' },
    last_name: { newValue: sql`'person'`, identifies: 'first or last name' },
    email: { ...setToNull, identifies: 'email' },
    image: setToNull,
    phone: { ...setToNull, identifies: 'phone' },
    other_phones: { newValue: sql`'{}'` },
    office_notes: setToNull,
  }),
  pictures: deleted(ownedBy('person_id'), {
    plain: 'name person_id content_type created_at',
    personal: 'base64',
  }),
  plan_services: notErased('plan_id service_id uses'),
  plans: notErased(
    'id name description price billing_interval discount_percent version archived_at created_at',
  ),
  provider_sessions: deleted(
    ({ id }) => sql`session_id in (select sessions.id from sessions where account_id = ${id})`,
    { plain: 'session_id provider', secret: 'id_token' },
  ),
  push_keys: notErased('only_one public_key', 'private_key'),
  push_subscriptions: deleted(ownedBy('account_id'), {
    plain: 'id account_id session_id created_at last_accepted_at',
    secret: 'public_key auth_secret',
    // The endpoint is a secret, too, and identifies the browser.
    personal: 'endpoint user_agent',
  }),
  // The key is a keyed hash, and its count expires within hours.
  rate_limits: notErased('key count ends_at'),
  refunds: retained(ownedBy('customer_id'), 'id payment_id customer_id amount created_at', {
    reason: refundReasons,
  }),
  reviews: retained(
    ownedBy('customer_id'),
    'id appointment_id customer_id mechanic_id rating created_at hidden_reason hidden_at hidden_by replied_at replied_by',
    { text: reviewTexts, reply: reviewReplies },
  ),
  service_area_zips: notErased('zip area_id'),
  service_areas: notErased(
    'id name latitude longitude radius_miles days trip_fee created_at ring earliest_start latest_start notice_hours fee_bands',
  ),
  services: notErased(
    'id name description price duration labor_hours skill archived_at created_at',
  ),
  sessions: deleted(ownedBy('account_id'), {
    plain: 'id account_id expires_at created_at updated_at',
    secret: 'token',
    personal: 'ip_address user_agent',
  }),
  set_up_token: notErased('only_one made_at', 'token_hash'),
  sign_in_attempts: notErased('provider return_to expires_at', 'hash nonce verifier'),
  subscription_periods: notErased('id subscription_id number starts ends payment_id'),
  subscription_services: notErased('subscription_id service_id uses'),
  sms_codes: deleted(ownedBy('person_id'), {
    plain: 'person_id text_version attempts expires_at',
    secret: 'hash',
    personal: 'number',
  }),
  sms_consents: deleted(ownedBy('person_id'), {
    plain: 'id person_id source text_version agreed_at agreed_by ended_at ended_reason ended_by',
    personal: 'number',
  }),
  // The number is a keyed hash. It is kept, so that a number that replied STOP is never texted again.
  sms_opt_outs: notErased('number_hash at'),
  stranded_jobs: notErased('appointment_id mechanic_id date start_time'),
  subscriptions: notErased(
    'id customer_id plan_id plan_name price billing_interval discount_percent started_on renews ended_at created_at',
  ),
  time_off: retained(ownedBy('mechanic_id'), 'id mechanic_id during by_mechanic', {
    reason: setToNull,
    sick: { newValue: sql`false` },
  }),
  two_factors: deleted(ownedBy('account_id'), {
    plain: 'id account_id verified failed_verification_count locked_until',
    secret: 'secret backup_codes',
  }),
  undoable_changes: notErased('appointment_id kind event_id before events undo_until'),
  used_totp_codes: deleted(ownedBy('account_id'), { plain: 'account_id used_at', secret: 'code' }),
  vehicles: retained(
    ownedBy('customer_id'),
    'id customer_id make model year type color is_active archived_at created_at',
    {
      plate_number: { ...setToNull, identifies: 'plate' },
      vin: { ...setToNull, identifies: 'plate' },
    },
  ),
  // The auth library's table: trusted browsers, and sign-ins that are waiting for a code.
  verifications: deleted(ownedBy('value'), {
    plain: 'id expires_at created_at updated_at',
    secret: 'identifier value',
  }),
  working_day_exceptions: notErased('mechanic_id date starts ends'),
  working_hours: notErased('mechanic_id weekday starts ends'),
};
