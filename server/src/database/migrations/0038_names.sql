-- The names that the code uses: emails, trip fees and cancellation cutoffs, as on screens, and endpoints of the API.

-- Changes that are not in the audit trail yet have the old names of tables and columns. Its entries keep these names.
select seal_audit(2147483647);

alter table mails rename to emails;
alter table emails rename constraint mails_pkey to emails_pkey;
alter table emails rename constraint mails_state_check to emails_state_check;
alter table emails rename constraint mails_check to emails_check;
alter table emails rename constraint mails_person_id_fkey to emails_person_id_fkey;
alter sequence mails_id_seq rename to emails_id_seq;
alter index mails_queued rename to emails_queued;
alter index mails_unsent rename to emails_unsent;
alter index mails_by_recipient rename to emails_by_recipient;
alter index mails_by_person rename to emails_by_person;
alter trigger mail_inserted on emails rename to email_inserted;
alter function notify_mails() rename to notify_emails;
create or replace function notify_emails() returns trigger language plpgsql as $$
begin
  notify emails;
  return null;
end $$;

alter table mail_views rename to email_views;
alter table email_views rename column mail_id to email_id;
alter table email_views rename constraint mail_views_pkey to email_views_pkey;
alter table email_views rename constraint mail_views_mail_id_fkey to email_views_email_id_fkey;
alter table email_views rename constraint mail_views_recipient_id_fkey to email_views_recipient_id_fkey;
alter sequence mail_views_id_seq rename to email_views_id_seq;
alter index mail_views_by_mail rename to email_views_by_email;
alter index mail_views_by_recipient rename to email_views_by_recipient;

alter table service_areas rename column call_out_fee to trip_fee;
alter table service_areas rename constraint service_areas_call_out_fee_check to service_areas_trip_fee_check;

alter table appointments rename column cancel_until_hours to cancellation_cutoff_hours;
alter table business rename column cancel_until_hours to cancellation_cutoff_hours;
alter table business
  rename constraint business_cancel_until_hours_check to business_cancellation_cutoff_hours_check;

alter table idempotency_keys rename column call to endpoint;

update audit_columns set table_name = 'emails' where table_name = 'mails';
update audit_columns set table_name = 'email_views' where table_name = 'mail_views';
update audit_columns set column_name = 'email_id' where table_name = 'email_views' and column_name = 'mail_id';
update audit_columns set column_name = 'trip_fee'
where table_name = 'service_areas' and column_name = 'call_out_fee';
update audit_columns set column_name = 'cancellation_cutoff_hours'
where table_name in ('appointments', 'business') and column_name = 'cancel_until_hours';

delete from audit_tables where table_name = 'mail_views';
select audit_table('email_views', 'mail', 'email_id', 'recipient_id', action => 'viewed', events => 'insert');
select audit_table('service_areas', 'service_area', 'id');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('business', 'business', 'only_one', events => 'update');
