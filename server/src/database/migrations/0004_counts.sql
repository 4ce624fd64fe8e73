-- Exact counts without counting, and what is counted for a short time. Each change adds a row to the counts,
-- so that no transaction waits for another one's commit; rows are folded into one from time to time, and a
-- count is the sum of few. `reader` is 'customer ' or 'mechanic ' and their id, or '*' for those who may
-- see all; a person who was one and is the other reads what they may see now.

create table appointment_counts (
  reader text not null,
  status text not null,
  count bigint not null,
  folded boolean not null default false
);

create table payment_totals (
  reader text not null,
  status text not null,
  count bigint not null,
  amount numeric(16, 2) not null,
  folded boolean not null default false
);

create index appointment_counts_by_reader on appointment_counts (reader, status);
create index payment_totals_by_reader on payment_totals (reader, status);
create unique index appointment_counts_folded on appointment_counts (reader, status) where folded;
create unique index payment_totals_folded on payment_totals (reader, status) where folded;
create index appointment_counts_to_fold on appointment_counts (reader) where not folded;
create index payment_totals_to_fold on payment_totals (reader) where not folded;

create function count_appointment() returns trigger language plpgsql as $$
begin
  insert into appointment_counts (reader, status, count)
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
create function mechanic_of(appointment integer) returns text stable language sql as
$$ select mechanic_id from appointments where id = appointment $$;

-- A payment adds what of it was not refunded.
create function count_payment() returns trigger language plpgsql as $$
begin
  insert into payment_totals (reader, status, count, amount)
  select reader, status, sum(change), sum(change * amount)
  from (
    select unnest(array['*', 'customer ' || new.customer_id,
      'mechanic ' || mechanic_of(new.appointment_id)]) as reader,
      new.status, 1 as change, new.amount - new.refunded_amount as amount
    where tg_op <> 'DELETE'
    union all
    select unnest(array['*', 'customer ' || old.customer_id,
      'mechanic ' || mechanic_of(old.appointment_id)]),
      old.status, -1, old.amount - old.refunded_amount
    where tg_op <> 'INSERT'
  ) as changes
  where reader is not null
  group by reader, status
  having sum(change) <> 0 or sum(change * amount) <> 0;
  return null;
end $$;

create trigger appointment_inserted_or_deleted
  after insert or delete on appointments
  for each row execute function count_appointment();
create trigger appointment_changed
  after update of status, mechanic_id, customer_id on appointments
  for each row execute function count_appointment();
create trigger payment_inserted_or_deleted
  after insert or delete on payments
  for each row execute function count_payment();
create trigger payment_changed
  after update of status, amount, refunded_amount, customer_id on payments
  for each row execute function count_payment();

-- Makes one row of many; safe at any time, and for whoever counts meanwhile.
create function fold_counts() returns void language plpgsql as $$
begin
  if not exists (select from appointment_counts where not folded)
    and not exists (select from payment_totals where not folded) then return; end if;
  perform pg_advisory_xact_lock(4203, 2);
  with gone as (delete from appointment_counts where not folded returning *)
  insert into appointment_counts as folded_row (reader, status, count, folded)
  select reader, status, sum(count), true from gone group by reader, status
  on conflict (reader, status) where folded do update set count = folded_row.count + excluded.count;
  with gone as (delete from payment_totals where not folded returning *)
  insert into payment_totals as folded_row (reader, status, count, amount, folded)
  select reader, status, sum(count), sum(amount), true from gone group by reader, status
  on conflict (reader, status) where folded do update
    set count = folded_row.count + excluded.count, amount = folded_row.amount + excluded.amount;
end $$;

-- Counts everything again; for bulk loads, which disable the triggers, and for checks.
create function rebuild_counts() returns void language sql as $$
  delete from appointment_counts;
  insert into appointment_counts (reader, status, count, folded)
  select reader, status, count(*), true
  from appointments,
    unnest(array['*', 'customer ' || customer_id, 'mechanic ' || mechanic_id]) as reader
  where reader is not null
  group by reader, status;
  delete from payment_totals;
  insert into payment_totals (reader, status, count, amount, folded)
  select reader, payments.status, count(*), sum(amount - refunded_amount), true
  from payments
  left join appointments on appointments.id = payments.appointment_id,
    unnest(array['*', 'customer ' || payments.customer_id,
      'mechanic ' || appointments.mechanic_id]) as reader
  where reader is not null
  group by reader, payments.status;
$$;

-- Two of the admin's figures leave no trace: who was available, what was pending. They are stored every
-- hour, so that a week later there is something to compare with.
create table hourly_stats (
  hour timestamptz primary key,
  active_mechanics integer not null,
  pending_appointments integer not null
);

-- Requests in the current window, by a keyed hash of the address or account (no address is stored).
-- Unlogged: lost with a crash, and then counted from zero.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create index rate_limits_by_end on rate_limits (ends_at);

-- A successful response, stored in the transaction that earned it, so that a retry gets the same one.
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
