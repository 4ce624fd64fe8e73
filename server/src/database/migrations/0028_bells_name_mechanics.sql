-- A line of the bell about an assignment says who comes, and instead of whom. Ids only, as for the
-- rest of a line: the names are read when the line is, as its reader may know them. They come with
-- the event's notice as "mechanicId" and "formerMechanicId". Older lines have none and stay general.
alter table notifications add column mechanic_id text, add column former_mechanic_id text;

create or replace function write_notifications(events bigint[]) returns void language plpgsql as $$
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
    from outbox, notified_by(notice) as recipient
    where id = any (events) and notice is not null
  ) as told
  where kind <> 'message' or newest = 1
  order by number, recipient;
end $$;
