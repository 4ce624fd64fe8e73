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
-- number n would miss a lower number committed later. So whoever writes here takes one
-- lock before the number is drawn and holds it to the commit. The same lock covers the
-- tallies below; both come last in a transaction, so nobody waits while holding it.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  -- Who else than staff may hear of it.
  customer_id text,
  mechanic_id text,
  former_mechanic_id text,
  at timestamptz not null
);

create function take_commit_order() returns void language sql as
$$ select pg_advisory_xact_lock(4203, 1) $$;

create function outbox_number_in_commit_order() returns trigger language plpgsql as $$
begin
  perform take_commit_order();
  notify outbox;
  return null;
end $$;

create trigger outbox_in_order before insert on outbox
  for each statement execute function outbox_number_in_commit_order();

-- Exact counts without counting: kept by deferred triggers, which run at the commit.
-- `reader` is a customer's or a mechanic's id, or '*' for those who may see all.
create table appointment_tallies (
  reader text not null,
  status text not null,
  count bigint not null,
  primary key (reader, status)
) with (fillfactor = 50);

create table payment_tallies (
  reader text not null,
  status text not null,
  count bigint not null,
  amount numeric(16, 2) not null,
  primary key (reader, status)
) with (fillfactor = 50);

create function tally_appointment() returns trigger language plpgsql as $$
begin
  perform take_commit_order();
  insert into appointment_tallies as tally (reader, status, count)
  select reader, status, sum(change)
  from (
    select unnest(array['*', new.customer_id, new.mechanic_id]) as reader, new.status, 1 as change
    where tg_op <> 'DELETE'
    union all
    select unnest(array['*', old.customer_id, old.mechanic_id]), old.status, -1
    where tg_op <> 'INSERT'
  ) as changes
  where reader is not null
  group by reader, status
  having sum(change) <> 0
  on conflict (reader, status) do update set count = tally.count + excluded.count;
  return null;
end $$;

-- Whose job a payment is for; it has one only when the job is done, so it never changes.
create function worked_by(appointment integer) returns text stable language sql as
$$ select mechanic_id from appointments where id = appointment $$;

create function tally_payment() returns trigger language plpgsql as $$
begin
  perform take_commit_order();
  insert into payment_tallies as tally (reader, status, count, amount)
  select reader, status, sum(change), sum(change * amount)
  from (
    select unnest(array['*', new.customer_id, worked_by(new.appointment_id)]) as reader,
      new.status, 1 as change, new.amount
    where tg_op <> 'DELETE'
    union all
    select unnest(array['*', old.customer_id, worked_by(old.appointment_id)]),
      old.status, -1, old.amount
    where tg_op <> 'INSERT'
  ) as changes
  where reader is not null
  group by reader, status
  having sum(change) <> 0 or sum(change * amount) <> 0
  on conflict (reader, status) do update
    set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
  return null;
end $$;

create constraint trigger appointment_inserted_or_deleted
  after insert or delete on appointments deferrable initially deferred
  for each row execute function tally_appointment();
create constraint trigger appointment_moved
  after update of status, mechanic_id, customer_id on appointments deferrable initially deferred
  for each row execute function tally_appointment();
create constraint trigger payment_inserted_or_deleted
  after insert or delete on payments deferrable initially deferred
  for each row execute function tally_payment();
create constraint trigger payment_moved
  after update of status, amount, customer_id on payments deferrable initially deferred
  for each row execute function tally_payment();

-- Counts everything afresh; for bulk loads, which switch the triggers off, and checks.
create function rebuild_tallies() returns void language sql as $$
  delete from appointment_tallies;
  insert into appointment_tallies (reader, status, count)
  select reader, status, count(*)
  from appointments, unnest(array['*', customer_id, mechanic_id]) as reader
  where reader is not null
  group by reader, status;
  delete from payment_tallies;
  insert into payment_tallies (reader, status, count, amount)
  select reader, payments.status, count(*), sum(amount)
  from payments
  left join appointments on appointments.id = payments.appointment_id,
    unnest(array['*', payments.customer_id, appointments.mechanic_id]) as reader
  where reader is not null
  group by reader, payments.status;
$$;
