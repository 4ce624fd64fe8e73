-- Live events (a transactional outbox), and the notifications made from them.

-- Event numbers must follow commit order, or a reader that resumes after number n would miss a lower number
-- committed later. So a row is inserted without a number, and gets it once it can be seen: whoever reads
-- assigns numbers first, one reader at a time. No transaction waits for another one's commit here.
create table outbox (
  id bigint generated always as identity primary key,
  number bigint,
  kind text not null,
  subject_id text not null,
  -- Who, besides staff, may hear of it.
  customer_id text,
  mechanic_id text,
  former_mechanic_id text,
  -- Who is notified: {"kind", "to": [ids], "dispatch": whether the office is, "by": who did it,
  -- "mechanicId", "formerMechanicId"}. Null where nobody is.
  notice jsonb,
  at timestamptz not null
);

-- A row is in one of them, so that inserting one costs little.
create unique index outbox_by_number on outbox (number) where number is not null;
create index outbox_without_number on outbox (id) where number is null;
create sequence outbox_numbers;

-- One row per notified person, inserted when the event gets its number: by one process at a time and once
-- per event. So ids follow the order of commits: whoever has seen one could see all below it.
create table notifications (
  id integer generated always as identity primary key,
  recipient_id text not null references users (id) on delete cascade,
  kind text not null,
  -- What it is about, as in the live event that it came with.
  subject text not null,
  subject_id text not null,
  -- Of an assignment: who comes, and instead of whom. Names are read when the notification is, as its
  -- reader may know them.
  mechanic_id text,
  former_mechanic_id text,
  at timestamptz not null,
  read_at timestamptz
);

create index notifications_by_recipient on notifications (recipient_id, id);
create index notifications_unread on notifications (recipient_id, id) where read_at is null;
-- A conversation that was read is marked read for everybody on that side at once.
create index notifications_unread_messages on notifications (subject_id)
  where subject = 'conversation' and read_at is null;
-- Rows are inserted in the order of time, and only the clean-up asks for it.
create index notifications_by_age on notifications using brin (at);

-- A person who never saved theirs has no row, and the defaults.
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

-- Whom an event notifies: those it names, and the office where it says so. Never the person who did it,
-- nor anyone deactivated.
create function notification_recipients(notice jsonb) returns setof text language sql stable as $$
  select id
  from (
    select id from users
    where active and id = any (array(select jsonb_array_elements_text(notice -> 'to')))
    union
    select id from users
    where active and (notice -> 'dispatch')::boolean and role in ('service_advisor', 'admin')
  ) as recipients
  where id is distinct from notice ->> 'by'
$$;

-- Inserts the notifications of these events. New messages of one conversation make one unread notification,
-- the newest; an older one that is being read at this moment is left alone, so that nothing here waits.
-- The events are given by their ids, since for `number > $1` the planner assumes a third of the table.
create function write_notifications(events bigint[]) returns void language plpgsql as $$
begin
  if exists (select from outbox where id = any (events) and notice ->> 'kind' = 'message') then
    delete from notifications where id in (
      select notifications.id
      from (
        select distinct recipient, outbox.kind as subject, subject_id
        from outbox, notification_recipients(notice) as recipient
        where id = any (events) and notice ->> 'kind' = 'message'
      ) as said
      join notifications on recipient_id = recipient and read_at is null
        and notifications.kind = 'message' and notifications.subject = said.subject
        and notifications.subject_id = said.subject_id
      for update of notifications skip locked
    );
  end if;
  insert into notifications (
    recipient_id, kind, subject, subject_id, at, mechanic_id, former_mechanic_id
  )
  select recipient, kind, subject, subject_id, at, mechanic_id, former_mechanic_id
  from (
    select recipient, notice ->> 'kind' as kind, outbox.kind as subject, subject_id, at, number,
      notice ->> 'mechanicId' as mechanic_id, notice ->> 'formerMechanicId' as former_mechanic_id,
      row_number() over (
        partition by recipient, notice ->> 'kind', outbox.kind, subject_id order by number desc
      ) as newest
    from outbox, notification_recipients(notice) as recipient
    where id = any (events) and notice is not null
  ) as recipients
  where kind <> 'message' or newest = 1
  order by number, recipient;
end $$;

-- Numbers what was committed since the last time, inserts its notifications, and notifies every process that
-- listens. Each event takes one number of the sequence: materialized, they are drawn once, in the order of
-- the ids. What waits is read in order both times: without one, the planner may expect to come across some
-- at once and reads the table from its oldest row.
create function number_outbox() returns void language plpgsql as $$
declare
  events bigint[];
begin
  events := array(select id from outbox where number is null order by id);
  if events = '{}' then return; end if;
  perform pg_advisory_xact_lock(4203, 1);
  events := array(select id from outbox where number is null order by id);
  if events = '{}' then return; end if;
  with numbered as materialized (
    select id, nextval('outbox_numbers') as number from unnest(events) as id
  )
  update outbox set number = numbered.number from numbered where outbox.id = numbered.id;
  notify outbox;
  perform write_notifications(events);
end $$;
