/** The database's tables, grouped by the server module that writes to them. */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  database: ['idempotency_keys', 'outbox', 'rate_limits'],
  accounts: [
    'account_tokens',
    'accounts',
    'credentials',
    'people',
    'pictures',
    'provider_sessions',
    'sessions',
    'sign_in_attempts',
    'two_factors',
    'used_totp_codes',
    'verifications',
  ],
  appointments: [
    'appointment_counts',
    'appointment_events',
    'appointment_lines',
    'appointments',
    'customer_addresses',
    'undoable_changes',
  ],
  'appointment-links': ['appointment_links'],
  audit: [
    'audit_columns',
    'audit_entries',
    'audit_erasures',
    'audit_key',
    'audit_pending',
    'audit_personal',
    'audit_tables',
  ],
  business: ['business', 'hourly_stats', 'set_up_token'],
  'calendar-feeds': ['calendar_feeds'],
  'customer-files': ['customer_file_transfers', 'external_customer_ids'],
  conversations: ['conversations', 'messages'],
  customers: ['merged_customers'],
  mail: ['email_views', 'emails'],
  messaging: ['attention_alerts', 'message_templates', 'outbound_messages'],
  mechanics: ['mechanic_positions', 'mechanics', 'working_hours'],
  notifications: ['notification_preferences', 'notifications'],
  places: ['geocoder_answers', 'geocoder_limit'],
  payments: ['payment_totals', 'payments', 'refunds'],
  people: ['invitations'],
  plans: [
    'plan_services',
    'plans',
    'subscription_periods',
    'subscription_services',
    'subscriptions',
  ],
  push: ['push_keys', 'push_subscriptions'],
  reviews: ['reviews'],
  'service-areas': ['service_area_zips', 'service_areas'],
  services: ['services'],
  texting: ['sms_codes', 'sms_consents', 'sms_opt_outs'],
  vehicles: ['vehicles'],
  'visitor-bookings': ['booking_codes'],
  'working-time': ['holidays', 'stranded_jobs', 'time_off', 'working_day_exceptions'],
};

/** A file that writes to tables of other modules, and why. */
export type CrossModuleWriter = {
  file: string;
  tables: readonly string[];
  why: string;
};

/** All files that write to tables of other modules. */
export const crossModuleWriters: readonly CrossModuleWriter[] = [
  {
    file: 'database/message-changes.ts',
    tables: ['outbound_messages'],
    why: 'messages are recorded together with the events of a change, in its transaction',
  },
  {
    file: 'scheduling/changes/hold-changes.ts',
    tables: ['appointments'],
    why: "the mechanic whose time is held for a pending appointment is stored in the appointment's row",
  },
  {
    file: 'payments/changes.ts',
    tables: ['appointment_events'],
    why: "payment changes are part of the appointment's history",
  },
  {
    file: 'reviews/changes.ts',
    tables: ['appointment_events'],
    why: "a review is part of the appointment's history",
  },
  {
    file: 'site/wording-changes.ts',
    tables: ['business'],
    why: 'the wording that visitors read is stored with the business, but has a separate version',
  },
  {
    file: 'mechanics/sick-changes.ts',
    tables: ['time_off'],
    why: "a sick day is stored as time off, but is set together with the mechanic's availability",
  },
  {
    file: 'erasure/changes.ts',
    tables: ['people', 'subscriptions', 'vehicles'],
    why: 'erasing a person changes rows that belong to several modules',
  },
  {
    file: 'customers/merge-changes.ts',
    tables: [
      'appointment_events',
      'appointment_links',
      'appointments',
      'booking_codes',
      'conversations',
      'customer_addresses',
      'emails',
      'external_customer_ids',
      'messages',
      'outbound_messages',
      'payments',
      'people',
      'refunds',
      'reviews',
      'sms_consents',
      'subscriptions',
      'undoable_changes',
      'vehicles',
    ],
    why: 'merging two customers moves rows that belong to several modules',
  },
];
