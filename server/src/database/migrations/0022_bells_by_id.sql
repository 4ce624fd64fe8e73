-- Numbering events and telling of them under the bells costs what these events cost, whatever else
-- the outbox keeps. `number > $1` in a plan made once is taken for a third of the table: with some
-- ten thousand rows the whole of it was read and hashed, all users too, and the plan was thought so
-- long that it was compiled first (15 ms for 30 events). Now the events are named by their ids, a
-- handful to the planner.

-- Whom an event notifies: those it names, and the office where it says so. Whoever did it is never
-- notified, nor who may not come in any more.
create or replace function notified_by(notice jsonb) returns setof text language sql stable as $$
  select id
  from (
    select id from users
    where active and id = any (array(select jsonb_array_elements_text(notice -> 'to')))
    union
    select id from users
    where active and (notice -> 'dispatch')::boolean and role in ('service_advisor', 'admin')
  ) as told
  where id is distinct from notice ->> 'by'
$$;

drop function write_notifications(bigint);

-- Notifies of these events. New messages of one conversation make one unread notification, the
-- newest; an older one that is being read at this moment is left alone, so that nothing here waits
-- for anybody.
create function write_notifications(events bigint[]) returns void language plpgsql as $$
begin
  if exists (select from outbox where id = any (events) and notice ->> 'kind' = 'message') then
    delete from notifications where id in (
      select notifications.id
      from (
        select distinct recipient, outbox.kind as subject, subject_id
        from outbox, notified_by(notice) as recipient
        where id = any (events) and notice ->> 'kind' = 'message'
      ) as said
      join notifications on recipient_id = recipient and read_at is null
        and notifications.kind = 'message' and notifications.subject = said.subject
        and notifications.subject_id = said.subject_id
      for update of notifications skip locked
    );
  end if;
  insert into notifications (recipient_id, kind, subject, subject_id, at)
  select recipient, kind, subject, subject_id, at
  from (
    select recipient, notice ->> 'kind' as kind, outbox.kind as subject, subject_id, at, number,
      row_number() over (
        partition by recipient, notice ->> 'kind', outbox.kind, subject_id order by number desc
      ) as newest
    from outbox, notified_by(notice) as recipient
    where id = any (events) and notice is not null
  ) as told
  where kind <> 'message' or newest = 1
  order by number, recipient;
end $$;

-- Each event takes one number of the sequence: materialized, they are drawn once, in the order of
-- the ids. What waits is asked for in order both times: without one, the planner may expect to
-- come across some at once and reads the table from its oldest row.
create or replace function number_outbox() returns void language plpgsql as $$
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
