-- Messages of the business to customers, mechanics and the office: recorded by the transaction of the change that
-- causes them, or by a job when a reminder is due, and sent afterward. The text is made when a message is sent, from
-- what is then true.

create table outbound_messages (
  id integer generated always as identity primary key,
  kind text not null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  person_id text not null references people on delete cascade,
  appointment_id integer references appointments on delete cascade,
  -- What was true of the appointment when the message was recorded: a message about something that has changed since
  -- is not sent. A list of jobs has only its date.
  date date,
  start_time time,
  mechanic_id text,
  -- The mechanic who had the job before.
  former_mechanic_id text,
  -- The person whose conversation with the office it is about.
  conversation_id text references people on delete cascade,
  state text not null default 'queued' check (
    state in ('queued', 'sent', 'delivered', 'stored', 'failed', 'unknown', 'outdated', 'skipped')
  ),
  -- Why it failed, was not sent, or may not have been sent.
  reason text,
  -- The text that was sent, until it is deleted; null until then.
  subject text,
  text text,
  -- The address or number that it was sent to.
  recipient text,
  -- The provider's id of it.
  provider_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

create index outbound_messages_queued on outbound_messages (channel, next_attempt_at, id) where state = 'queued';
create index outbound_messages_by_person on outbound_messages (person_id, id);
create index outbound_messages_by_appointment on outbound_messages (appointment_id, id);
create unique index outbound_messages_by_provider on outbound_messages (channel, provider_id)
  where provider_id is not null;
-- A reminder is recorded once for each time of an appointment, and a list once for each day.
create unique index outbound_messages_once on outbound_messages
  (kind, channel, person_id, coalesce(appointment_id, 0), date, coalesce(start_time, '00:00'))
  where kind in ('reminder_day', 'reminder_hours', 'review_request', 'tomorrows_jobs');

create function notify_outbound_messages() returns trigger language plpgsql as $$
begin
  notify outbound_messages;
  return null;
end $$;

create trigger outbound_message_inserted after insert on outbound_messages
  for each statement execute function notify_outbound_messages();

insert into audit_columns (table_name, column_name, class, reason) values
  ('outbound_messages', '*', 'ignored', 'a record of what was sent, which is deleted after 90 days');
