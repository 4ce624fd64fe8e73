-- Columns, tables and settings have the names that the code uses and that say what they contain.

-- Changes that are not in the audit trail yet have the old names of columns. Its entries keep these names. The tables are
-- locked first, because a change that is committed between the sealing and the renaming would be sealed with the new
-- classes of columns and the old names.
lock table mechanics, appointments, reviews, business in access exclusive mode;
select seal_audit(2147483647);

-- The business day and the time at which a mechanic's availability switch was set. The undo of a start restores them.
alter table mechanics rename column switched_on to availability_set_on;
alter table mechanics rename column switched_at to availability_set_at;
alter table undoable_changes rename column due_at to undo_until;
update undoable_changes set before = before - 'switchedOn' - 'switchedAt' || jsonb_build_object(
  'availabilitySetOn', before -> 'switchedOn', 'availabilitySetAt', before -> 'switchedAt'
)
where kind = 'start';

-- The mechanic whose time an appointment without a mechanic holds.
alter table appointments rename column hold_mechanic_id to held_mechanic_id;
alter table appointments rename constraint appointments_hold_mechanic_id_fkey to appointments_held_mechanic_id_fkey;

-- The numbers of the last messages that each side of a conversation has read.
alter table conversations rename column person_read to person_last_read_number;
alter table conversations rename column office_read to office_last_read_number;

-- When the last attempt began that may have reached the recipient (see migration 0035).
alter table outbound_messages rename column may_have_arrived_at to last_possible_delivery_at;

-- When the link or code in the text expires.
alter table emails rename column secret_until to link_expires_at;
-- An email that was not sent because there is no mail server has the same state as any other message: it is stored.
alter table emails drop constraint emails_state_check;
update emails set state = 'stored' where state = 'kept';
alter table emails add constraint emails_state_check check (state in ('queued', 'sent', 'stored', 'failed'));
drop index emails_unsent;
create index emails_unsent on emails (id) where state in ('stored', 'failed');

alter table reviews rename column answer to reply;
alter table reviews rename column answered_at to replied_at;
alter table reviews rename column answered_by to replied_by;
alter table reviews rename constraint reviews_answer_length to reviews_reply_length;
alter table reviews rename constraint reviews_answered_by_fkey to reviews_replied_by_fkey;

alter table business rename column plans_before_payment to plans_start_before_payment;
alter table business rename column opening_hours to business_hours;
alter table business rename column start_gap_minutes to slot_interval_minutes;
alter table business rename column jobs_end_within_hours to jobs_must_end_within_working_hours;
alter table business rename constraint business_opening_hours_check to business_business_hours_check;
alter table business rename constraint business_start_gap_minutes_check to business_slot_interval_minutes_check;

-- The ids that imported customers have in other programs.
alter table customer_sources rename to external_customer_ids;
alter table external_customer_ids rename column source_id to external_id;
alter table external_customer_ids rename constraint customer_sources_pkey to external_customer_ids_pkey;
alter table external_customer_ids rename constraint customer_sources_source_check to external_customer_ids_source_check;
alter table external_customer_ids
  rename constraint customer_sources_source_id_check to external_customer_ids_external_id_check;
alter table external_customer_ids
  rename constraint customer_sources_customer_id_fkey to external_customer_ids_customer_id_fkey;
alter index customer_sources_by_customer rename to external_customer_ids_by_customer;

update audit_columns set table_name = 'external_customer_ids' where table_name = 'customer_sources';
update audit_columns set column_name = renamed.new_name
from (values
  ('mechanics', 'switched_on', 'availability_set_on'),
  ('mechanics', 'switched_at', 'availability_set_at'),
  ('appointments', 'hold_mechanic_id', 'held_mechanic_id'),
  ('reviews', 'answer', 'reply'),
  ('reviews', 'answered_at', 'replied_at'),
  ('reviews', 'answered_by', 'replied_by'),
  ('business', 'plans_before_payment', 'plans_start_before_payment'),
  ('business', 'opening_hours', 'business_hours'),
  ('business', 'start_gap_minutes', 'slot_interval_minutes'),
  ('business', 'jobs_end_within_hours', 'jobs_must_end_within_working_hours')
) as renamed (table_name, old_name, new_name)
where audit_columns.table_name = renamed.table_name and audit_columns.column_name = renamed.old_name;

select audit_table('mechanics', 'mechanic', 'person_id', 'person_id');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('reviews', 'review', 'id', 'customer_id', by_owner => true);
select audit_table('business', 'business', 'only_one', events => 'update');
