-- Each event takes one number of the sequence. As a plain subquery the numbering could be read
-- again for every event, if the planner thought the table small: two events then took four numbers,
-- and events of one batch could get them in the order in which they lie in the file. Materialized,
-- it is read once, in the order of the ids.
create or replace function number_outbox() returns void language plpgsql as $$
declare
  last bigint;
begin
  if not exists (select from outbox where number is null) then return; end if;
  perform pg_advisory_xact_lock(4203, 1);
  last := coalesce((select max(number) from outbox), 0);
  with numbered as materialized (
    select id, nextval('outbox_numbers') as number
    from (select id from outbox where number is null order by id) as waiting
  )
  update outbox set number = numbered.number from numbered where outbox.id = numbered.id;
  if not found then return; end if;
  notify outbox;
  perform write_notifications(last);
end $$;
