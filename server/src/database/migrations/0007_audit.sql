-- The audit trail: who changed what, when, from what to what. Every change of an audited table is recorded by
-- a trigger in its own transaction, and then sealed into one hash chain; see
-- docs/decisions/0009-audit-trail.md.
--
-- The functions that run with their owner's rights search pg_catalog alone, and qualify everything of ours.
-- With `public` in the path, whoever may create there could put a better match in front of a built-in
-- function and have it run as the owner.

-- Each column of each table has a class, which says what the trail may store of it:
--   plain     its values stand in the entry itself, permanently
--   personal  its values stand apart, where erasure can reach them
--   secret    only that it changed
--   ignored   nothing: the row's own id, what is derived from others, and what is recorded elsewhere
-- A table that is not audited has the one row '*', with the reason.
create table audit_columns (
  table_name text not null,
  column_name text not null,
  class text not null check (class in ('plain', 'personal', 'secret', 'ignored')),
  reason text,
  primary key (table_name, column_name)
);

insert into audit_columns (table_name, column_name, class)
select listed.table_name, column_name, class
from (values
  ('users', 'plain', 'email_verified role active two_factor_enabled deleted_at'),
  ('users', 'personal', 'name email image first_name last_name phone'),
  ('users', 'ignored', 'id security_stamp created_at updated_at'),
  ('sessions', 'plain', 'user_id'),
  ('sessions', 'personal', 'ip_address user_agent'),
  ('sessions', 'ignored', 'id token expires_at created_at updated_at'),
  -- Tokens change with every sign-in, so recording each would say nothing.
  ('accounts', 'plain', 'provider_id'),
  ('accounts', 'personal', 'account_id'),
  ('accounts', 'secret', 'password'),
  ('accounts', 'ignored', 'id user_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope created_at updated_at'),
  ('two_factors', 'plain', 'verified'),
  ('two_factors', 'secret', 'secret backup_codes'),
  ('two_factors', 'ignored', 'id user_id failed_verification_count locked_until'),
  ('invitations', 'plain', 'role invited_by sent_at'),
  ('invitations', 'personal', 'email'),
  ('invitations', 'ignored', 'id token_hash expires_at'),
  -- Positions come every few seconds and are stored for a short time only.
  ('mechanics', 'plain', 'active available skills'),
  ('mechanics', 'ignored', 'user_id switched_on switched_at last_active_at latitude longitude position_at'),
  ('working_hours', 'plain', 'weekday starts ends'),
  ('working_hours', 'ignored', 'mechanic_id'),
  ('time_off', 'plain', 'during'),
  ('time_off', 'personal', 'reason'),
  ('time_off', 'ignored', 'id mechanic_id'),
  ('holidays', 'plain', 'name'),
  ('holidays', 'ignored', 'date'),
  ('service_areas', 'plain', 'name latitude longitude radius_miles days call_out_fee'),
  ('service_areas', 'ignored', 'id created_at'),
  ('service_area_zips', 'plain', 'zip'),
  ('service_area_zips', 'ignored', 'area_id'),
  ('services', 'plain', 'name description price duration labor_hours skill archived_at'),
  ('services', 'ignored', 'id created_at'),
  ('vehicles', 'plain', 'customer_id make model year type is_active archived_at'),
  ('vehicles', 'personal', 'plate_number vin'),
  ('vehicles', 'ignored', 'id created_at'),
  ('appointments', 'plain', 'customer_id vehicle_id service_id mechanic_id declined_by date start_time end_time status price cancel_until_hours source included_in'),
  ('appointments', 'personal', 'address latitude longitude gate_code notes'),
  -- A hold is internal and moves by itself; `during` is derived from date and times.
  ('appointments', 'ignored', 'id hold_mechanic_id during benefit_period_id created_at updated_at'),
  ('payments', 'plain', 'customer_id appointment_id amount refunded_amount status payment_method transaction_id paid_at'),
  ('payments', 'ignored', 'id created_at'),
  ('refunds', 'plain', 'payment_id customer_id amount'),
  ('refunds', 'personal', 'reason'),
  ('refunds', 'ignored', 'id created_at'),
  ('plans', 'plain', 'name description price billing_interval discount_percent archived_at'),
  ('plans', 'ignored', 'id version created_at'),
  ('plan_services', 'plain', 'service_id uses'),
  ('plan_services', 'ignored', 'plan_id'),
  ('subscriptions', 'plain', 'customer_id plan_id plan_name price billing_interval discount_percent started_on renews ended_at'),
  ('subscriptions', 'ignored', 'id created_at'),
  ('subscription_periods', 'plain', 'starts ends payment_id'),
  ('subscription_periods', 'ignored', 'id subscription_id number'),
  ('notification_preferences', 'plain', 'appointment_reminders mechanic_updates payment_receipts push sms promotional_emails newsletter'),
  ('notification_preferences', 'ignored', 'user_id updated_at'),
  ('mail_views', 'plain', 'subject'),
  ('mail_views', 'personal', 'email'),
  ('mail_views', 'ignored', 'id mail_id recipient_id viewed_at'),
  ('audit_erasures', 'ignored', 'user_id at')
) as listed (table_name, class, columns), unnest(string_to_array(columns, ' ')) as column_name;

insert into audit_columns (table_name, column_name, class, reason) values
  ('pictures', '*', 'ignored', 'users.image changes with them'),
  ('verifications', '*', 'ignored', 'tokens in transit; what they cause is audited'),
  ('account_tokens', '*', 'ignored', 'tokens in transit; what they cause is audited'),
  ('sign_in_attempts', '*', 'ignored', 'stored for minutes; what they cause is audited'),
  ('provider_sessions', '*', 'ignored', 'beside a session, which is audited'),
  ('used_totp_codes', '*', 'ignored', 'stored for minutes'),
  ('set_up_token', '*', 'ignored', 'a token; the admin it creates is audited'),
  ('appointment_events', '*', 'ignored', 'a history itself, only ever added to with its appointment'),
  ('subscription_services', '*', 'ignored', 'copied from its plan, which is audited, and never changed'),
  ('appointment_counts', '*', 'ignored', 'counted from the appointments'),
  ('payment_totals', '*', 'ignored', 'summed from the payments'),
  ('hourly_stats', '*', 'ignored', 'counts of what is audited'),
  ('rate_limits', '*', 'ignored', 'counts without a name'),
  ('idempotency_keys', '*', 'ignored', 'stored for a day, with the booking that is audited'),
  ('outbox', '*', 'ignored', 'repeats what changed'),
  ('notifications', '*', 'ignored', 'repeats what changed'),
  ('conversations', '*', 'ignored', 'derived from the messages, and how far they were read'),
  ('messages', '*', 'ignored', 'a history itself, append-only'),
  ('mails', '*', 'ignored', 'stored to be read themselves'),
  ('schema_migrations', '*', 'ignored', 'written by the migrator'),
  ('audit_columns', '*', 'ignored', 'the trail itself'),
  ('audit_tables', '*', 'ignored', 'says how tables are audited'),
  ('audit_key', '*', 'ignored', 'a secret of the trail itself'),
  ('audit_pending', '*', 'ignored', 'the trail, not sealed yet'),
  ('audit_entries', '*', 'ignored', 'the trail itself'),
  ('audit_personal', '*', 'ignored', 'the trail itself');

-- The chain. Numbers have no gap; each hash covers the previous one and the entry's text.
create table audit_entries (
  number bigint primary key,
  at timestamptz not null,
  -- Null: the system, or someone not signed in. No foreign key: an entry outlives its people.
  actor_id text,
  action text not null check (action in ('created', 'changed', 'deleted', 'erased', 'viewed')),
  subject text not null,
  subject_id text not null,
  -- Whose personal values these are.
  owner_id text,
  -- Only what changed; a field that is missing on one side was null there.
  before jsonb,
  after jsonb,
  personal_fields text[] not null,
  secret_fields text[] not null,
  -- A hash of the personal values: see audit_personal.
  personal_hash bytea,
  hash bytea not null
);

create index audit_entries_by_time on audit_entries (at, number);
create index audit_entries_by_actor on audit_entries (actor_id, at, number);
create index audit_entries_by_kind on audit_entries (subject, at, number);
create index audit_entries_by_subject on audit_entries (subject_id, subject, at, number);
create index audit_entries_by_owner on audit_entries (owner_id) where personal_hash is not null;

-- The personal values of an entry, and the salt without which their hash reveals nothing. Erasing empties a
-- row, and leaves the chain valid.
create table audit_personal (
  entry_number bigint primary key,
  before jsonb,
  after jsonb,
  salt uuid
);

-- People whose personal values are erased: none is stored of them from then on.
create table audit_erasures (
  user_id text primary key,
  at timestamptz not null
);

-- What audit_change and seal_entries need to know of a table; written by audit_table.
create table audit_tables (
  table_name text primary key,
  subject text not null,
  id_column text not null,
  -- The person whose values these are; '' where it is nobody's.
  owner_column text not null,
  -- Without a named actor, that person did it themself.
  by_owner boolean not null,
  -- The action when it isn't the statement's; '' where it is.
  action text not null,
  except_plain text[] not null,
  except_personal text[] not null
);

-- A change that is not in the chain yet. Inserted with the change itself, in its transaction, without a lock,
-- so that no transaction waits for another one's commit. It leaves only into the chain: deleting it seals it.
create table audit_pending (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id text,
  table_name text not null,
  operation text not null,
  before jsonb,
  after jsonb,
  -- Columns whose values are secret and changed; nothing else of them is stored.
  secret_fields text[] not null
);

-- A role that changes rows on somebody's behalf cannot simply say whose: see set_audit_actor. Who can read
-- this key can name any actor, so the run-time role cannot.
create table audit_key (key bytea not null);
insert into audit_key
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Proves, in this transaction and in no other, that set_audit_actor accepted a person.
create function audit_actor_proof(person text) returns text language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  return encode(sha256(
    (select key from public.audit_key)
    || sha256(convert_to(pg_current_xact_id()::text || ' ' || person, 'UTF8'))
  ), 'hex');
end $$;

-- Sets the actor of this transaction's changes. Only a person who is signed in, or one who is about to be
-- created: an opened session is in the trail itself, so nobody is named who did not sign in. CW401 for
-- anybody else.
create function set_audit_actor(person text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.sessions where user_id = person)
    and exists (select from public.users where id = person) then
    raise exception 'Nobody acts in the name of a person who is not signed in.'
      using errcode = 'CW401';
  end if;
  perform set_config('curbwrench.actor', person, true);
  perform set_config('curbwrench.actor_proof', public.audit_actor_proof(person), true);
end $$;

-- Records one changed row. Runs with the rights of its owner: the application may only read the trail.
--
-- Arguments: the columns of which nothing is stored, and the secret ones among them ('': none).
create function audit_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := to_jsonb(old);
  made jsonb := to_jsonb(new);
  secret_fields text[] := '{}';
  actor text := nullif(current_setting('curbwrench.actor', true), '');
begin
  if actor is not null and current_setting('curbwrench.actor_proof', true)
    is distinct from public.audit_actor_proof(actor) then
    raise exception 'The actor of a change is named by set_audit_actor alone.'
      using errcode = 'insufficient_privilege';
  end if;
  if tg_argv[1] <> '' then
    secret_fields := array(
      select name from unnest(tg_argv[1]::text[]) as name
      where was -> name is distinct from made -> name
        and coalesce(was ->> name, made ->> name) is not null
    );
  end if;
  insert into public.audit_pending (
    at, actor_id, table_name, operation, before, after, secret_fields
  ) values (
    clock_timestamp(), actor, tg_table_name, tg_op,
    was - tg_argv[0]::text[], made - tg_argv[0]::text[], secret_fields
  );
  return null;
end $$;

-- One link of the chain: the previous hash (at first: the chain's end) and an entry's text.
create function audit_link(last bytea, chain_end bytea, entry text) returns bytea
language plpgsql immutable as $$
begin
  return sha256(coalesce(last, chain_end) || convert_to(entry, 'UTF8'));
end $$;

create aggregate audit_chain(chain_end bytea, entry text) (sfunc = audit_link, stype = bytea);

-- Makes entries of pending changes, at the end of the chain, in one statement; seal_audit holds the lock.
create function seal_entries() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  chain_end public.audit_entries;
begin
  select * into chain_end from public.audit_entries order by number desc limit 1;
  with changes as materialized (
    select gone.id, gone.at, gone.actor_id, gone.operation, gone.secret_fields,
      tables.subject, tables.id_column, tables.by_owner, tables.action,
      coalesce(gone.after, gone.before) as whole,
      coalesce(gone.after, gone.before) ->> tables.owner_column as owner,
      jsonb_strip_nulls(gone.before - unchanged) as was,
      jsonb_strip_nulls(gone.after - unchanged) as made,
      except_plain, except_personal
    from gone
    -- A table without a line here would leave its subject null, which no entry may be.
    left join public.audit_tables tables on tables.table_name = gone.table_name
    cross join lateral (
      select coalesce(array_agg(key), '{}') as unchanged
      from jsonb_each(case when gone.operation = 'UPDATE' then gone.after end)
      where value = gone.before -> key
    ) as kept
  ),
  parted as materialized (
    select *,
      nullif(was - except_plain, '{}') as before, nullif(made - except_plain, '{}') as after,
      nullif(was - except_personal, '{}') as private_before,
      nullif(made - except_personal, '{}') as private_after
    from changes
  ),
  salted as materialized (
    select *,
      coalesce(chain_end.number, 0) + row_number() over (order by id) as number,
      array(
        select jsonb_object_keys(coalesce(private_before, '{}') || coalesce(private_after, '{}'))
      ) as personal_fields,
      case when private_before is not null or private_after is not null
        then gen_random_uuid() end as salt
    from parted
    -- Of an update that changed nothing of what is audited, nothing is said.
    where operation <> 'UPDATE' or before is not null or after is not null
      or private_before is not null or private_after is not null or secret_fields <> '{}'
  ),
  kept as (
    insert into public.audit_personal (entry_number, before, after, salt)
    select number,
      case when user_id is null then private_before end,
      case when user_id is null then private_after end,
      case when user_id is null then salt end
    from salted left join public.audit_erasures on user_id = owner
    where salt is not null
  ),
  entries as materialized (
    select number, at,
      -- The identity library writes outside our commands, and then it is the person who does it;
      -- but an expired session is swept away by nobody.
      case
        when actor_id is null and by_owner
          and not coalesce((whole ->> 'expires_at')::timestamptz < at, false) then owner
        else actor_id
      end as actor_id,
      case
        when action <> '' then action
        when operation = 'INSERT' then 'created'
        when operation = 'UPDATE' then 'changed'
        else 'deleted'
      end as action,
      subject, whole ->> id_column as subject_id, owner as owner_id, before, after,
      personal_fields, secret_fields,
      case when salt is not null then sha256(convert_to(
        jsonb_build_array(salt, private_before, private_after)::text, 'UTF8'
      )) end as personal_hash
    from salted
  )
  insert into public.audit_entries (
    number, at, actor_id, action, subject, subject_id, owner_id, before, after,
    personal_fields, secret_fields, personal_hash, hash
  )
  select number, at, actor_id, action, subject, subject_id, owner_id, before, after,
    personal_fields, secret_fields, personal_hash,
    -- The same text that `npm run verify-audit` builds.
    public.audit_chain(coalesce(chain_end.hash, '\x'), jsonb_build_array(
      number, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, action,
      subject, subject_id, owner_id, before, after,
      personal_fields, secret_fields, encode(personal_hash, 'hex')
    )::text) over (order by number)
  from entries;
  return null;
end $$;

create trigger sealed after delete on audit_pending referencing old table as gone
  for each statement execute function seal_entries();

-- Seals pending changes into the chain, `most` at a time, and returns how many. One process at a time; what
-- it finds is committed.
create function seal_audit(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  sealed integer;
begin
  if not exists (select from public.audit_pending) then return 0; end if;
  perform pg_advisory_xact_lock(4203, 3);
  delete from public.audit_pending
  where id = any (array(select id from public.audit_pending order by id limit most));
  get diagnostics sealed = row_count;
  return sealed;
end $$;

-- Puts a table under audit, or again after its columns changed. `events` are those of a trigger; of an update
-- only audited columns count, so that others cost nothing. Refuses a table with a column that audit_columns
-- does not classify.
create function audit_table(
  audited text,
  subject text,
  id_column text,
  owner_column text default '',
  by_owner boolean default false,
  action text default '',
  events text default 'insert or delete or update'
) returns void language plpgsql as $$
declare
  watched text;
  missing text;
  except_plain text[];
  except_personal text[];
  dropped text[];
  secrets text[];
begin
  select string_agg(attname, ', ') filter (where class is null),
    string_agg(quote_ident(attname), ', ') filter (where class <> 'ignored'),
    array_agg(attname::text) filter (where class <> 'plain'),
    array_agg(attname::text) filter (where class <> 'personal'),
    array_agg(attname::text) filter (where class in ('ignored', 'secret')
      and attname not in (id_column, owner_column, 'expires_at')),
    array_agg(attname::text) filter (where class = 'secret')
  into missing, watched, except_plain, except_personal, dropped, secrets
  from pg_attribute
  left join audit_columns on table_name = audited and column_name = attname
  where attrelid = audited::regclass and attnum > 0 and not attisdropped;
  if missing is not null then
    raise exception 'audit_columns does not classify % of %.', missing, audited;
  end if;
  insert into audit_tables values (
    audited, subject, id_column, owner_column, by_owner, action,
    coalesce(except_plain, '{}'), coalesce(except_personal, '{}')
  ) on conflict (table_name) do update set
    subject = excluded.subject, id_column = excluded.id_column,
    owner_column = excluded.owner_column, by_owner = excluded.by_owner, action = excluded.action,
    except_plain = excluded.except_plain, except_personal = excluded.except_personal;
  execute format('drop trigger if exists audited on %I', audited);
  execute format(
    'create trigger audited after %s on %I for each row execute function audit_change(%L, %L)',
    case when events like '%update' and watched is not null then events || ' of ' || watched else events end,
    audited, coalesce(dropped, '{}'), coalesce(secrets::text, '')
  );
end $$;

-- Erases a person's values wherever the trail has any, and stores none of them from then on; invitations are
-- erased by their address (erase_invited_address). Seals what is pending first, and holds that lock from
-- here on, so it comes at the end of a transaction.
create function erase_personal_values(person text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4203, 3);
  perform public.seal_audit(1000000);
  insert into public.audit_erasures (user_id, at) values (person, clock_timestamp())
  on conflict (user_id) do nothing;
  update public.audit_personal set before = null, after = null, salt = null
  from public.audit_entries
  where owner_id = person and personal_hash is not null
    and number = entry_number and salt is not null;
end $$;

-- Erases an invited address wherever the trail has it as nobody's, unless it is invited now, or somebody's.
-- Holds the lock of the chain from here on, as erase_personal_values does.
create function erase_invited_address(address text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.invitations where email = address)
    or exists (select from public.users where email = address) then
    return;
  end if;
  perform pg_advisory_xact_lock(4203, 3);
  perform public.seal_audit(1000000);
  update public.audit_personal p set before = null, after = null, salt = null
  from public.audit_entries
  -- A view of a message belongs to nobody if it was written to no account.
  where subject in ('invitation', 'mail') and owner_id is null
    and number = entry_number and salt is not null
    and (p.before ->> 'email' = address or p.after ->> 'email' = address);
end $$;

-- Whoever could put audit_change on a table of their own could make entries up.
revoke execute on function audit_actor_proof(text), set_audit_actor(text), audit_change(), seal_entries(),
  seal_audit(integer), audit_table(text, text, text, text, boolean, text, text),
  erase_personal_values(text), erase_invited_address(text) from public;

-- Nobody changes the trail, by mistake or on purpose: no entry but from seal_entries, no pending change but
-- from audit_change, no other change than an erasure. Always on, also where replication disables triggers.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail can''t be changed.' using errcode = 'insufficient_privilege';
end $$;

-- Called while the functions above change the trail, so within their search_path.
create function allow_only_erasure() returns trigger language plpgsql as $$
begin
  if new.entry_number = old.entry_number
    and new.before is null and new.after is null and new.salt is null
    and exists (
      select from public.audit_entries left join public.audit_erasures on user_id = owner_id
      where number = old.entry_number and (owner_id is null or user_id is not null)
    )
  then return new; end if;
  raise exception 'The audit trail can''t be changed.' using errcode = 'insufficient_privilege';
end $$;

-- The trail erases nobody who is still there, whoever asks.
create function erase_deleted_only() returns trigger language plpgsql as $$
begin
  if exists (select from public.users where id = new.user_id and deleted_at is null) then
    raise exception 'Personal values are erased of deleted people alone.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger unchangeable before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger made_by_changes_only before insert on audit_entries
  for each statement when (pg_trigger_depth() = 0) execute function refuse_audit_change();
create trigger unchangeable before update or truncate on audit_pending
  for each statement execute function refuse_audit_change();
create trigger made_by_changes_only before insert on audit_pending
  for each statement when (pg_trigger_depth() = 0) execute function refuse_audit_change();
create trigger unchangeable before delete or truncate on audit_personal
  for each statement execute function refuse_audit_change();
create trigger only_erased before update on audit_personal
  for each row execute function allow_only_erasure();
create trigger made_by_changes_only before insert on audit_personal
  for each statement when (pg_trigger_depth() = 0) execute function refuse_audit_change();
create trigger unchangeable before update or delete or truncate on audit_erasures
  for each statement execute function refuse_audit_change();

create trigger of_deleted_people before insert on audit_erasures
  for each row execute function erase_deleted_only();

alter table audit_pending enable always trigger sealed;
alter table audit_pending enable always trigger unchangeable;
alter table audit_pending enable always trigger made_by_changes_only;
alter table audit_entries enable always trigger unchangeable;
alter table audit_entries enable always trigger made_by_changes_only;
alter table audit_personal enable always trigger unchangeable;
alter table audit_personal enable always trigger only_erased;
alter table audit_personal enable always trigger made_by_changes_only;
alter table audit_erasures enable always trigger unchangeable;
alter table audit_erasures enable always trigger of_deleted_people;

select audit_table('users', 'user', 'id', 'id', by_owner => true);
select audit_table('sessions', 'session', 'id', 'user_id', by_owner => true, events => 'insert or delete');
select audit_table('accounts', 'user', 'user_id', 'user_id', by_owner => true, action => 'changed');
select audit_table('two_factors', 'user', 'user_id', 'user_id', by_owner => true, action => 'changed');
select audit_table('invitations', 'invitation', 'id');
select audit_table('mechanics', 'mechanic', 'user_id', 'user_id');
select audit_table('working_hours', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
select audit_table('time_off', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
select audit_table('holidays', 'holiday', 'date');
select audit_table('service_areas', 'service_area', 'id');
select audit_table('service_area_zips', 'service_area', 'area_id', action => 'changed');
select audit_table('services', 'service', 'id');
select audit_table('vehicles', 'vehicle', 'id', 'customer_id');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('payments', 'payment', 'id', 'customer_id');
select audit_table('refunds', 'refund', 'id', 'customer_id');
select audit_table('plans', 'plan', 'id');
select audit_table('plan_services', 'plan', 'plan_id', action => 'changed');
select audit_table('subscriptions', 'subscription', 'id', 'customer_id');
select audit_table('subscription_periods', 'subscription', 'subscription_id', action => 'changed');
select audit_table('notification_preferences', 'user', 'user_id', 'user_id', by_owner => true,
  action => 'changed');
select audit_table(
  'mail_views', 'mail', 'mail_id', 'recipient_id', action => 'viewed', events => 'insert'
);
select audit_table('audit_erasures', 'user', 'user_id', 'user_id', action => 'erased', events => 'insert');
