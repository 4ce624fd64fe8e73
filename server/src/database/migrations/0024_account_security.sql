-- Counts up with each act that secures an account (a new password, ended sessions, a second factor
-- or a role that changed, deactivation). What was proven under a former number opens and changes
-- nothing any more.
alter table users add column security_stamp integer not null default 0;
insert into audit_columns (table_name, column_name, class) values
  ('users', 'security_stamp', 'ignored');
select audit_table('users', 'user', 'id', 'id', by_owner => true);

-- The notice to the present address carries a link that cancels a change of address.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify_email', 'change_email', 'cancel_email_change', 'reset_password'));

-- Who had a kept message's link shown to them: one row each time, for the audit trail, which keeps
-- its entry when the message is gone.
create table mail_views (
  id integer generated always as identity primary key,
  mail_id integer not null references mails (id) on delete cascade,
  subject text not null,
  -- The address it was written to, and who has that address here, if anybody.
  email text not null,
  recipient_id text references users (id) on delete cascade,
  viewed_at timestamptz not null
);
create index mail_views_by_mail on mail_views (mail_id);
create index mail_views_by_recipient on mail_views (recipient_id);

alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check
  check (action in ('created', 'changed', 'deleted', 'erased', 'viewed'));

insert into audit_columns (table_name, column_name, class) values
  ('mail_views', 'id', 'ignored'),
  ('mail_views', 'mail_id', 'ignored'),
  ('mail_views', 'subject', 'plain'),
  ('mail_views', 'email', 'personal'),
  ('mail_views', 'recipient_id', 'ignored'),
  ('mail_views', 'viewed_at', 'ignored');
select audit_table(
  'mail_views', 'mail', 'mail_id', 'recipient_id', action => 'viewed', events => 'insert'
);
