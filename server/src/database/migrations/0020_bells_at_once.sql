-- What is told under the bells, in one pass. Each message looked for a newer one of its conversation
-- among all events that waited with it, for each person anew: fifty messages to an office of twenty
-- took over a second, and what had piled up while no process ran took that time squared, under the
-- lock of the numbering.
create or replace function write_notifications(after bigint) returns void language plpgsql as $$
begin
  if exists (select from outbox where number > after and notice ->> 'kind' = 'message') then
    delete from notifications where id in (
      select notifications.id
      from (
        select distinct recipient, outbox.kind as subject, subject_id
        from outbox, notified_by(notice) as recipient
        where number > after and notice ->> 'kind' = 'message'
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
    where number > after and notice is not null
  ) as told
  where kind <> 'message' or newest = 1
  order by number, recipient;
end $$;
