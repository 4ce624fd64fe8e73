-- Replies of the office to customers without an account, text messages from customers, what the office was told to look
-- at, and who in the office gets which email.

-- The message of a conversation that it passes on, by its client's id: merging customers changes the number.
alter table outbound_messages add column message_client_id uuid;

-- Whether it was sent as a text message, from a phone number of its author.
alter table messages add column by_text boolean not null default false;

-- Messages stay append-only, with the new column.
create or replace function refuse_message_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.person_id, new.number, new.author_id, new.client_id, new.sent_at, new.by_text)
      = (old.person_id, old.number, old.author_id, old.client_id, old.sent_at, old.by_text)
      and new.link_appointment_id is not distinct from old.link_appointment_id
      and (new.text is null or old.text like
        replace(replace(replace(replace(new.text, '\', '\\'), '%', '\%'), '_', '\_'), '…', '%'))
    then return new; end if;
    if (new.client_id, new.sent_at, new.by_text) = (old.client_id, old.sent_at, old.by_text)
      and new.link_appointment_id is not distinct from old.link_appointment_id
      and new.text is not distinct from old.text
      and exists (select from merged_customers where id = old.person_id and into_id = new.person_id)
      and (new.author_id = old.author_id or (old.author_id, new.author_id) = (old.person_id, new.person_id))
    then return new; end if;
  end if;
  raise exception 'Messages are append-only.' using errcode = 'insufficient_privilege';
end $$;

-- The appointments that need attention now and about which the office was told, with what was true then: another
-- reason, time or mechanic is told again.
create table attention_alerts (
  appointment_id integer primary key references appointments on delete cascade,
  reason text not null,
  date date not null,
  start_time time not null,
  mechanic_id text,
  -- When the office was told; messages that were recorded at the same time are about it.
  alerted_at timestamptz not null
);

create index attention_alerts_by_time on attention_alerts (alerted_at);

-- Which emails a person of the office gets.
alter table notification_preferences
  add column booking_emails boolean not null default true,
  add column attention_emails boolean not null default true,
  add column message_emails boolean not null default true;

insert into audit_columns (table_name, column_name, class) values
  ('notification_preferences', 'booking_emails', 'plain'),
  ('notification_preferences', 'attention_emails', 'plain'),
  ('notification_preferences', 'message_emails', 'plain');
insert into audit_columns (table_name, column_name, class, reason) values
  ('attention_alerts', '*', 'ignored', 'follows from appointments, and says only what the office was told');

select audit_table('notification_preferences', 'user', 'person_id', 'person_id', by_owner => true,
  action => 'changed');
