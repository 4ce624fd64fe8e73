-- Repeats, live events and exact counts: three things that must be true at the commit.

-- A successful answer, kept with the transaction that earned it (decision D7).
create table idempotency_keys (
  user_id text not null references users (id) on delete cascade,
  call text not null,
  key text not null,
  body_hash text not null,
  reply text,
  created_at timestamptz not null,
  primary key (user_id, call, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Live events. Their numbers must follow commit order, or a reader that resumes after
-- number n would miss a lower number committed later. So a row is written without one,
-- and gets it once it can be seen: whoever wants to read gives out numbers first, one at a
-- time. No transaction that changes something waits for another one's commit here.
create table outbox (
  id bigint generated always as identity primary key,
  number bigint,
  kind text not null,
  subject_id text not null,
  -- Who else than staff may hear of it.
  customer_id text,
  mechanic_id text,
  former_mechanic_id text,
  at timestamptz not null
);

-- A row is in one of them, so that writing one costs little.
create unique index outbox_by_number on outbox (number) where number is not null;
create index outbox_without_number on outbox (id) where number is null;
create sequence outbox_numbers;

-- Numbers what was committed since the last time, and tells every process that listens.
create function number_outbox() returns void language plpgsql as $$
begin
  if not exists (select from outbox where number is null) then return; end if;
  perform pg_advisory_xact_lock(4203, 1);
  update outbox set number = numbered.number
  from (
    select id, nextval('outbox_numbers') as number
    from (select id from outbox where number is null order by id) as waiting
  ) as numbered
  where outbox.id = numbered.id;
  if found then notify outbox; end if;
end $$;

-- Exact counts without counting. Each change adds a line, so that nobody waits for another
-- one's commit; lines are folded into one from time to time, and a count is the sum of few.
-- `reader` is 'customer ' or 'mechanic ' and their id, or '*' for those who may see all: whoever
-- was the one and is the other is told of what they may see now.
create table appointment_tallies (
  reader text not null,
  status text not null,
  count bigint not null,
  folded boolean not null default false
);

create table payment_tallies (
  reader text not null,
  status text not null,
  count bigint not null,
  amount numeric(16, 2) not null,
  folded boolean not null default false
);

create index appointment_tallies_by_reader on appointment_tallies (reader, status);
create index payment_tallies_by_reader on payment_tallies (reader, status);
create unique index appointment_tallies_folded on appointment_tallies (reader, status) where folded;
create unique index payment_tallies_folded on payment_tallies (reader, status) where folded;
create index appointment_tallies_to_fold on appointment_tallies (reader) where not folded;
create index payment_tallies_to_fold on payment_tallies (reader) where not folded;

create function tally_appointment() returns trigger language plpgsql as $$
begin
  insert into appointment_tallies (reader, status, count)
  select reader, status, sum(change)
  from (
    select unnest(array['*', 'customer ' || new.customer_id, 'mechanic ' || new.mechanic_id]) as reader,
      new.status, 1 as change
    where tg_op <> 'DELETE'
    union all
    select unnest(array['*', 'customer ' || old.customer_id, 'mechanic ' || old.mechanic_id]),
      old.status, -1
    where tg_op <> 'INSERT'
  ) as changes
  where reader is not null
  group by reader, status
  having sum(change) <> 0;
  return null;
end $$;

-- Whose job a payment is for; it has one only when the job is done, so it never changes.
create function worked_by(appointment integer) returns text stable language sql as
$$ select mechanic_id from appointments where id = appointment $$;

create function tally_payment() returns trigger language plpgsql as $$
begin
  insert into payment_tallies (reader, status, count, amount)
  select reader, status, sum(change), sum(change * amount)
  from (
    select unnest(array['*', 'customer ' || new.customer_id,
      'mechanic ' || worked_by(new.appointment_id)]) as reader,
      new.status, 1 as change, new.amount
    where tg_op <> 'DELETE'
    union all
    select unnest(array['*', 'customer ' || old.customer_id,
      'mechanic ' || worked_by(old.appointment_id)]),
      old.status, -1, old.amount
    where tg_op <> 'INSERT'
  ) as changes
  where reader is not null
  group by reader, status
  having sum(change) <> 0 or sum(change * amount) <> 0;
  return null;
end $$;

create trigger appointment_inserted_or_deleted
  after insert or delete on appointments
  for each row execute function tally_appointment();
create trigger appointment_moved
  after update of status, mechanic_id, customer_id on appointments
  for each row execute function tally_appointment();
create trigger payment_inserted_or_deleted
  after insert or delete on payments
  for each row execute function tally_payment();
create trigger payment_moved
  after update of status, amount, customer_id on payments
  for each row execute function tally_payment();

-- Makes one line of many; harmless at any time, and to whoever counts meanwhile.
create function fold_tallies() returns void language plpgsql as $$
begin
  if not exists (select from appointment_tallies where not folded)
    and not exists (select from payment_tallies where not folded) then return; end if;
  perform pg_advisory_xact_lock(4203, 2);
  with gone as (delete from appointment_tallies where not folded returning *)
  insert into appointment_tallies as tally (reader, status, count, folded)
  select reader, status, sum(count), true from gone group by reader, status
  on conflict (reader, status) where folded do update set count = tally.count + excluded.count;
  with gone as (delete from payment_tallies where not folded returning *)
  insert into payment_tallies as tally (reader, status, count, amount, folded)
  select reader, status, sum(count), sum(amount), true from gone group by reader, status
  on conflict (reader, status) where folded do update
    set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
end $$;

-- Counts everything afresh; for bulk loads, which switch the triggers off, and checks.
create function rebuild_tallies() returns void language sql as $$
  delete from appointment_tallies;
  insert into appointment_tallies (reader, status, count, folded)
  select reader, status, count(*), true
  from appointments,
    unnest(array['*', 'customer ' || customer_id, 'mechanic ' || mechanic_id]) as reader
  where reader is not null
  group by reader, status;
  delete from payment_tallies;
  insert into payment_tallies (reader, status, count, amount, folded)
  select reader, payments.status, count(*), sum(amount), true
  from payments
  left join appointments on appointments.id = payments.appointment_id,
    unnest(array['*', 'customer ' || payments.customer_id,
      'mechanic ' || appointments.mechanic_id]) as reader
  where reader is not null
  group by reader, payments.status;
$$;
