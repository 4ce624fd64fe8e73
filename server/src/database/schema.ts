// Generated from the migrated database; do not edit by hand. A test fails when it differs from
// the migrated database; run the test with UPDATE_SCHEMA=1 to regenerate it.
import type { EventKind } from '@curbwrench/contract/events/schemas';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import type { Weekday } from '@curbwrench/contract/service-areas/weekdays';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** `jsonb`: parsed when read, text when written. */
type Json = ColumnType<unknown, string | undefined, string>;

export interface AccountTokensTable {
  hash: string;
  account_id: string;
  purpose: string;
  email: string;
  created_at: Date;
  expires_at: Date;
}

export interface AccountsTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  role: Generated<Role>;
  active: Generated<boolean>;
  two_factor_enabled: Generated<boolean>;
  security_stamp: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface AppointmentCountsTable {
  reader: string;
  status: AppointmentStatus;
  count: number;
  folded: Generated<boolean>;
}

export interface AppointmentEventsTable {
  id: GeneratedAlways<number>;
  appointment_id: number;
  kind: string;
  at: Date;
  actor_id: string | null;
  detail: Json;
}

export interface AppointmentLinesTable {
  appointment_id: number;
  position: number;
  kind: string;
  service_id: number | null;
  description: string;
  quantity: string;
  unit_price: string;
  duration: number | null;
  included_in: number | null;
}

export interface AppointmentLinksTable {
  appointment_id: number;
  person_id: string;
  salt: string;
  token_hash: string;
  version: Generated<number>;
  created_at: Date;
  ended_at: Date | null;
}

export interface AppointmentsTable {
  id: Generated<number>;
  customer_id: string;
  vehicle_id: number;
  service_id: number;
  mechanic_id: string | null;
  held_mechanic_id: string | null;
  declined_by: Generated<string[]>;
  date: string;
  start_time: string;
  end_time: string;
  status: AppointmentStatus;
  address: string;
  latitude: number | null;
  longitude: number | null;
  gate_code: string | null;
  notes: string | null;
  cancellation_cutoff_hours: number;
  source: 'customer' | 'office' | 'generated';
  created_at: Date;
  updated_at: Date;
  benefit_period_id: number | null;
  place_precision: PlacePrecision | null;
  area_unsure: Generated<boolean>;
  buffer_minutes: Generated<number>;
  outside_hours: Generated<boolean>;
  during: GeneratedAlways<string>;
  mileage: number | null;
  work_note: string | null;
}

export interface AttentionAlertsTable {
  appointment_id: number;
  reason: string;
  date: string;
  start_time: string;
  mechanic_id: string | null;
  alerted_at: Date;
}

export interface AuditColumnsTable {
  table_name: string;
  column_name: string;
  class: string;
  reason: string | null;
}

export interface AuditEntriesTable {
  number: number;
  at: Date;
  actor_id: string | null;
  action: string;
  subject: string;
  subject_id: string;
  owner_id: string | null;
  before: Json | null;
  after: Json | null;
  personal_fields: string[];
  secret_fields: string[];
  personal_hash: Buffer | null;
  hash: Buffer;
}

export interface AuditErasuresTable {
  person_id: string;
  at: Date;
}

export interface AuditKeyTable {
  key: Buffer;
}

export interface AuditPendingTable {
  id: GeneratedAlways<number>;
  at: Date;
  actor_id: string | null;
  table_name: string;
  operation: string;
  before: Json | null;
  after: Json | null;
  secret_fields: string[];
}

export interface AuditPersonalTable {
  entry_number: number;
  before: Json | null;
  after: Json | null;
  salt: string | null;
}

export interface AuditTablesTable {
  table_name: string;
  subject: string;
  id_column: string;
  owner_column: string;
  by_owner: boolean;
  action: string;
  except_plain: string[];
  except_personal: string[];
}

export interface BookingCodesTable {
  token_hash: string;
  code_hash: string;
  attempts: Generated<number>;
  expires_at: Date;
  verified_at: Date | null;
  person_id: string | null;
  appointment_id: number | null;
  request_hash: string | null;
}

export interface BusinessTable {
  only_one: Generated<boolean>;
  version: Generated<number>;
  name: string;
  phone: string | null;
  address: string | null;
  latitude: number;
  longitude: number;
  time_zone: string;
  currency: string;
  cancellation_cutoff_hours: number;
  max_open_bookings: number;
  plans_start_before_payment: boolean;
  outside_areas: string;
  business_hours: Json;
  slot_interval_minutes: number;
  window_days: number;
  notice_hours: number;
  buffer_minutes: number;
  jobs_must_end_within_working_hours: boolean;
  logo_name: string | null;
  logo_content_type: string | null;
  logo_base64: string | null;
  landing_headline: string | null;
  landing_intro: string | null;
  checked_steps: Generated<string[]>;
  checklist_shown: Generated<boolean>;
  questions_text: string | null;
  privacy_text: string | null;
  terms_text: string | null;
  texts_version: Generated<number>;
  codes_per_mailbox: Generated<number>;
  codes_per_network: Generated<number>;
  codes_per_day: Generated<number>;
  max_open_visitor_bookings: Generated<number>;
}

export interface CalendarFeedsTable {
  id: GeneratedAlways<number>;
  owner_id: string;
  mechanic_id: string | null;
  token_hash: string;
  created_at: Date;
}

export interface ConversationsTable {
  person_id: string;
  last_number: Generated<number>;
  last_person_number: Generated<number>;
  last_office_number: Generated<number>;
  person_last_read_number: Generated<number>;
  office_last_read_number: Generated<number>;
  last_at: Date;
}

export interface CredentialsTable {
  id: string;
  subject: string;
  provider_id: string;
  account_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  password: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface CustomerAddressesTable {
  id: GeneratedAlways<number>;
  customer_id: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  place_precision: PlacePrecision;
  last_used_at: Date;
}

export interface CustomerFileTransfersTable {
  id: string;
  kind: string;
  source: string | null;
  row_count: number | null;
  at: Date;
}

export interface EmailViewsTable {
  id: GeneratedAlways<number>;
  email_id: number;
  subject: string;
  email: string;
  recipient_id: string | null;
  viewed_at: Date;
}

export interface EmailsTable {
  id: GeneratedAlways<number>;
  person_id: string | null;
  recipient: string;
  subject: string;
  text: string | null;
  state: string;
  link_expires_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: Date;
  created_at: Date;
  sent_at: Date | null;
  html: string | null;
}

export interface ExternalCustomerIdsTable {
  source: string;
  external_id: string;
  customer_id: string;
}

export interface GeocoderAnswersTable {
  question: string;
  answer: Json;
  at: Date;
}

export interface GeocoderLimitTable {
  only_one: Generated<boolean>;
  next_at: Date;
}

export interface HolidaysTable {
  date: string;
  name: string;
}

export interface HourlyStatsTable {
  hour: Date;
  active_mechanics: number;
  pending_appointments: number;
}

export interface IdempotencyKeysTable {
  account_id: string;
  endpoint: string;
  key: string;
  body_hash: string;
  reply: string | null;
  created_at: Date;
}

export interface InvitationsTable {
  id: GeneratedAlways<number>;
  email: string;
  role: Role;
  token_hash: string;
  invited_by: string;
  sent_at: Date;
  expires_at: Date;
}

export interface MechanicPositionsTable {
  mechanic_id: string;
  at: Date;
  latitude: number;
  longitude: number;
}

export interface MechanicsTable {
  person_id: string;
  active: Generated<boolean>;
  available: Generated<boolean>;
  availability_set_on: string | null;
  availability_set_at: Date | null;
  skills: Generated<string[]>;
  last_active_at: Date | null;
  latitude: number | null;
  longitude: number | null;
  position_at: Date | null;
}

export interface MergedCustomersTable {
  id: string;
  into_id: string;
  name: string;
  merged_at: Date;
}

export interface MessageTemplatesTable {
  id: GeneratedAlways<string>;
  kind: string;
  channel: string;
  subject: string | null;
  body: string;
  version: GeneratedAlways<number>;
  updated_at: Date;
  updated_by: string | null;
}

export interface MessagesTable {
  person_id: string;
  number: number;
  author_id: string;
  client_id: string;
  text: string | null;
  sent_at: Date;
  link_appointment_id: number | null;
  by_text: Generated<boolean>;
}

export interface NotificationPreferencesTable {
  person_id: string;
  appointment_reminders: boolean;
  mechanic_updates: boolean;
  payment_receipts: boolean;
  push: boolean;
  sms: boolean;
  promotional_emails: boolean;
  newsletter: boolean;
  updated_at: Date;
  booking_emails: Generated<boolean>;
  attention_emails: Generated<boolean>;
  message_emails: Generated<boolean>;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  recipient_id: string;
  kind: string;
  subject: string;
  subject_id: string;
  mechanic_id: string | null;
  former_mechanic_id: string | null;
  at: Date;
  read_at: Date | null;
}

export interface OutboundMessagesTable {
  id: GeneratedAlways<number>;
  kind: string;
  channel: string;
  person_id: string;
  appointment_id: number | null;
  date: string | null;
  start_time: string | null;
  mechanic_id: string | null;
  former_mechanic_id: string | null;
  conversation_id: string | null;
  state: Generated<string>;
  reason: string | null;
  subject: string | null;
  text: string | null;
  recipient: string | null;
  provider_id: string | null;
  attempts: Generated<number>;
  next_attempt_at: Date;
  expires_at: Date;
  created_at: Date;
  sent_at: Date | null;
  message_client_id: string | null;
  last_possible_delivery_at: Date | null;
}

export interface OutboxTable {
  id: GeneratedAlways<number>;
  number: number | null;
  kind: EventKind;
  subject_id: string;
  customer_id: string | null;
  mechanic_id: string | null;
  former_mechanic_id: string | null;
  notice: Json | null;
  at: Date;
}

export interface PaymentTotalsTable {
  reader: string;
  status: PaymentStatus;
  count: number;
  amount: string;
  folded: Generated<boolean>;
}

export interface PaymentsTable {
  id: Generated<number>;
  customer_id: string;
  appointment_id: number | null;
  amount: string;
  refunded_amount: Generated<string>;
  status: PaymentStatus;
  payment_method: string | null;
  transaction_id: string | null;
  created_at: Date;
  paid_at: Date | null;
}

export interface PeopleTable {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: string | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
  other_phones: Generated<string[]>;
  office_notes: string | null;
  email_verified_at: Date | null;
}

export interface PicturesTable {
  name: string;
  person_id: string;
  content_type: string;
  base64: string;
  created_at: Date;
}

export interface PlanServicesTable {
  plan_id: number;
  service_id: number;
  uses: number;
}

export interface PlansTable {
  id: Generated<number>;
  name: string;
  description: string;
  price: string;
  billing_interval: PlanInterval;
  discount_percent: number;
  version: Generated<number>;
  archived_at: Date | null;
  created_at: Date;
}

export interface ProviderSessionsTable {
  session_id: string;
  provider: string;
  id_token: string;
}

export interface PushKeysTable {
  only_one: Generated<boolean>;
  public_key: string;
  private_key: string;
}

export interface PushSubscriptionsTable {
  id: GeneratedAlways<number>;
  account_id: string;
  session_id: string;
  endpoint: string;
  public_key: string;
  auth_secret: string;
  user_agent: string | null;
  created_at: Date;
  last_accepted_at: Date | null;
}

export interface RateLimitsTable {
  key: string;
  count: number;
  ends_at: Date;
}

export interface RefundsTable {
  id: Generated<number>;
  payment_id: number;
  customer_id: string;
  amount: string;
  reason: string;
  created_at: Date;
}

export interface ReviewsTable {
  id: GeneratedAlways<number>;
  appointment_id: number;
  customer_id: string;
  mechanic_id: string;
  rating: number;
  text: string | null;
  created_at: Date;
  hidden_reason: string | null;
  hidden_at: Date | null;
  hidden_by: string | null;
  reply: string | null;
  replied_at: Date | null;
  replied_by: string | null;
}

export interface ServiceAreaZipsTable {
  zip: string;
  area_id: number;
}

export interface ServiceAreasTable {
  id: Generated<number>;
  name: string;
  latitude: number | null;
  longitude: number | null;
  radius_miles: string | null;
  days: Weekday[];
  trip_fee: string;
  created_at: Date;
  ring: Json | null;
  earliest_start: string | null;
  latest_start: string | null;
  notice_hours: number | null;
  fee_bands: Json | null;
}

export interface ServicesTable {
  id: Generated<number>;
  name: string;
  description: string;
  price: string;
  duration: number;
  labor_hours: string | null;
  skill: string | null;
  archived_at: Date | null;
  created_at: Date;
}

export interface SessionsTable {
  id: string;
  token: string;
  account_id: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface SetUpTokenTable {
  only_one: Generated<boolean>;
  token_hash: string;
  made_at: Date;
}

export interface SignInAttemptsTable {
  hash: string;
  provider: string;
  nonce: string;
  verifier: string;
  return_to: string;
  expires_at: Date;
}

export interface SmsCodesTable {
  person_id: string;
  number: string;
  hash: string;
  text_version: string;
  attempts: Generated<number>;
  expires_at: Date;
}

export interface SmsConsentsTable {
  id: GeneratedAlways<number>;
  person_id: string;
  number: string;
  source: string;
  text_version: string;
  agreed_at: Date;
  agreed_by: string | null;
  ended_at: Date | null;
  ended_reason: string | null;
  ended_by: string | null;
}

export interface SmsOptOutsTable {
  number_hash: string;
  at: Date;
}

export interface StrandedJobsTable {
  appointment_id: number;
  mechanic_id: string;
  date: string;
  start_time: string;
}

export interface SubscriptionPeriodsTable {
  id: Generated<number>;
  subscription_id: number;
  number: number;
  starts: string;
  ends: string;
  payment_id: number;
}

export interface SubscriptionServicesTable {
  subscription_id: number;
  service_id: number;
  uses: number;
}

export interface SubscriptionsTable {
  id: Generated<number>;
  customer_id: string;
  plan_id: number;
  plan_name: string;
  price: string;
  billing_interval: PlanInterval;
  discount_percent: number;
  started_on: string;
  renews: Generated<boolean>;
  ended_at: Date | null;
  created_at: Date;
}

export interface TimeOffTable {
  id: GeneratedAlways<number>;
  mechanic_id: string;
  during: string;
  reason: string | null;
  by_mechanic: Generated<boolean>;
  sick: Generated<boolean>;
}

export interface TwoFactorsTable {
  id: string;
  account_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Date | null;
}

export interface UndoableChangesTable {
  appointment_id: number;
  event_id: number;
  before: Json;
  events: Json;
  undo_until: Date;
  kind: string;
}

export interface UsedTotpCodesTable {
  account_id: string;
  code: string;
  used_at: Date;
}

export interface VehiclesTable {
  id: Generated<number>;
  customer_id: string;
  make: string;
  model: string;
  year: number;
  type: Generated<string>;
  plate_number: string | null;
  vin: string | null;
  is_active: Generated<boolean>;
  archived_at: Date | null;
  created_at: Date;
  color: string | null;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

export interface WorkingDayExceptionsTable {
  mechanic_id: string;
  date: string;
  starts: string | null;
  ends: string | null;
}

export interface WorkingHoursTable {
  mechanic_id: string;
  weekday: number;
  starts: string;
  ends: string;
}

export interface Database {
  account_tokens: AccountTokensTable;
  accounts: AccountsTable;
  appointment_counts: AppointmentCountsTable;
  appointment_events: AppointmentEventsTable;
  appointment_lines: AppointmentLinesTable;
  appointment_links: AppointmentLinksTable;
  appointments: AppointmentsTable;
  attention_alerts: AttentionAlertsTable;
  audit_columns: AuditColumnsTable;
  audit_entries: AuditEntriesTable;
  audit_erasures: AuditErasuresTable;
  audit_key: AuditKeyTable;
  audit_pending: AuditPendingTable;
  audit_personal: AuditPersonalTable;
  audit_tables: AuditTablesTable;
  booking_codes: BookingCodesTable;
  business: BusinessTable;
  calendar_feeds: CalendarFeedsTable;
  conversations: ConversationsTable;
  credentials: CredentialsTable;
  customer_addresses: CustomerAddressesTable;
  customer_file_transfers: CustomerFileTransfersTable;
  email_views: EmailViewsTable;
  emails: EmailsTable;
  external_customer_ids: ExternalCustomerIdsTable;
  geocoder_answers: GeocoderAnswersTable;
  geocoder_limit: GeocoderLimitTable;
  holidays: HolidaysTable;
  hourly_stats: HourlyStatsTable;
  idempotency_keys: IdempotencyKeysTable;
  invitations: InvitationsTable;
  mechanic_positions: MechanicPositionsTable;
  mechanics: MechanicsTable;
  merged_customers: MergedCustomersTable;
  message_templates: MessageTemplatesTable;
  messages: MessagesTable;
  notification_preferences: NotificationPreferencesTable;
  notifications: NotificationsTable;
  outbound_messages: OutboundMessagesTable;
  outbox: OutboxTable;
  payment_totals: PaymentTotalsTable;
  payments: PaymentsTable;
  people: PeopleTable;
  pictures: PicturesTable;
  plan_services: PlanServicesTable;
  plans: PlansTable;
  provider_sessions: ProviderSessionsTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_limits: RateLimitsTable;
  refunds: RefundsTable;
  reviews: ReviewsTable;
  service_area_zips: ServiceAreaZipsTable;
  service_areas: ServiceAreasTable;
  services: ServicesTable;
  sessions: SessionsTable;
  set_up_token: SetUpTokenTable;
  sign_in_attempts: SignInAttemptsTable;
  sms_codes: SmsCodesTable;
  sms_consents: SmsConsentsTable;
  sms_opt_outs: SmsOptOutsTable;
  stranded_jobs: StrandedJobsTable;
  subscription_periods: SubscriptionPeriodsTable;
  subscription_services: SubscriptionServicesTable;
  subscriptions: SubscriptionsTable;
  time_off: TimeOffTable;
  two_factors: TwoFactorsTable;
  undoable_changes: UndoableChangesTable;
  used_totp_codes: UsedTotpCodesTable;
  vehicles: VehiclesTable;
  verifications: VerificationsTable;
  working_day_exceptions: WorkingDayExceptionsTable;
  working_hours: WorkingHoursTable;
}
