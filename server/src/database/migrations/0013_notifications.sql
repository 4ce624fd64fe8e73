-- The bell: what happened to a person's appointments, payments and conversations (decision D6).

-- Who is notified of a change, travelling with its event: {"kind", "to": [ids], "dispatch": whether
-- the office is, "by": whoever did it}. Null for a change of which nobody is.
alter table outbox add column notice jsonb;

-- One row for each person who is told. Made when the event gets its number, which is one process
-- at a time and once for each event: so the ids follow the order of commits, whoever has seen one
-- has been able to see all below it, and no command waits for the office's rows to be written.
create table notifications (
  id integer generated always as identity primary key,
  recipient_id text not null references users (id) on delete cascade,
  kind text not null,
  -- What it is about, as in the live event that it came with.
  subject text not null,
  subject_id text not null,
  at timestamptz not null,
  read_at timestamptz
);

create index notifications_by_recipient on notifications (recipient_id, id);
create index notifications_unread on notifications (recipient_id, id) where read_at is null;
-- Rows come in the order of time, and only the clean-up asks for it.
create index notifications_by_age on notifications using brin (at);

-- Settings, Notifications (specification 2). Who never saved has no row, and the defaults.
create table notification_preferences (
  user_id text primary key references users (id) on delete cascade,
  appointment_reminders boolean not null,
  mechanic_updates boolean not null,
  payment_receipts boolean not null,
  push boolean not null,
  sms boolean not null,
  promotional_emails boolean not null,
  newsletter boolean not null,
  updated_at timestamptz not null
);

insert into audit_columns (table_name, column_name, class, reason) values
  ('notifications', '*', 'ignored', 'says again what changed'),
  ('notification_preferences', 'appointment_reminders', 'plain', null),
  ('notification_preferences', 'mechanic_updates', 'plain', null),
  ('notification_preferences', 'payment_receipts', 'plain', null),
  ('notification_preferences', 'push', 'plain', null),
  ('notification_preferences', 'sms', 'plain', null),
  ('notification_preferences', 'promotional_emails', 'plain', null),
  ('notification_preferences', 'newsletter', 'plain', null),
  ('notification_preferences', 'user_id', 'ignored', null),
  ('notification_preferences', 'updated_at', 'ignored', null);

select audit_table('notification_preferences', 'user', 'user_id', 'user_id', by_owner => true,
  action => 'changed');

-- Whom an event notifies: those it names, and the office where it says so. Whoever did it is never
-- notified, nor who may not come in any more.
create function notified_by(notice jsonb) returns setof text language sql stable as $$
  select users.id
  from (
    select jsonb_array_elements_text(notice -> 'to') as id
    union
    select id from users
    where (notice -> 'dispatch')::boolean and role in ('service_advisor', 'admin')
  ) as told join users using (id)
  where active and users.id is distinct from notice ->> 'by'
$$;

-- Notifies of the events after a number. New messages of one conversation make one unread
-- notification, the newest; an older one that is being read at this moment is left alone, so that
-- nothing here waits for anybody.
create function write_notifications(after bigint) returns void language plpgsql as $$
begin
  if exists (select from outbox where number > after and notice ->> 'kind' = 'message') then
    delete from notifications where id in (
      select notifications.id
      from outbox, notified_by(notice) as recipient
      join notifications on recipient_id = recipient and read_at is null
      where number > after and notice ->> 'kind' = 'message'
        and notifications.kind = 'message' and subject = outbox.kind
        and notifications.subject_id = outbox.subject_id
      for update of notifications skip locked
    );
  end if;
  insert into notifications (recipient_id, kind, subject, subject_id, at)
  select recipient, notice ->> 'kind', outbox.kind, subject_id, at
  from outbox, notified_by(notice) as recipient
  where number > after and notice is not null and not exists (
    select from outbox newer
    where notice ->> 'kind' = 'message' and newer.number > outbox.number
      and newer.notice ->> 'kind' = 'message' and newer.kind = outbox.kind
      and newer.subject_id = outbox.subject_id
      and recipient in (select notified_by(newer.notice))
  )
  order by number, recipient;
end $$;

-- Numbers what was committed since the last time, notifies whom it says, and tells every process
-- that listens.
create or replace function number_outbox() returns void language plpgsql as $$
declare
  last bigint;
begin
  if not exists (select from outbox where number is null) then return; end if;
  perform pg_advisory_xact_lock(4203, 1);
  last := coalesce((select max(number) from outbox), 0);
  update outbox set number = numbered.number
  from (
    select id, nextval('outbox_numbers') as number
    from (select id from outbox where number is null order by id) as waiting
  ) as numbered
  where outbox.id = numbered.id;
  if not found then return; end if;
  notify outbox;
  perform write_notifications(last);
end $$;
