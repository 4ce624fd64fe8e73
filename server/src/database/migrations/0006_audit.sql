-- The audit trail (decision D7): who changed what, when, from what to what. Every change of an
-- audited table is noted by itself, in its own transaction, and then sealed into one chain; see
-- docs/decisions/0009-audit-trail.md and 0013-sealed-later.md for why it is made like this.

-- Every column of every table says what the trail may know of it:
--   plain     its values stand in the entry itself, for good
--   personal  its values stand apart, where erasure can reach them
--   secret    only that it changed
--   ignored   nothing: the subject's own id, what follows from others, and what is told elsewhere
-- A table that is not audited has the one line '*', with the reason.
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
  ('appointments', 'plain', 'customer_id vehicle_id service_id mechanic_id declined_by date start_time end_time status price cancel_until_hours source'),
  ('appointments', 'personal', 'address latitude longitude notes'),
  -- A hold is internal and moves by itself (D5); `during` follows from date and times.
  ('appointments', 'ignored', 'id hold_mechanic_id during created_at updated_at'),
  ('services', 'plain', 'name description price duration labor_hours skill archived_at'),
  ('services', 'ignored', 'id created_at'),
  ('vehicles', 'plain', 'customer_id make model year type is_active archived_at'),
  ('vehicles', 'personal', 'plate_number vin'),
  ('vehicles', 'ignored', 'id created_at'),
  ('users', 'plain', 'email_verified role active two_factor_enabled deleted_at'),
  ('users', 'personal', 'name email image first_name last_name phone'),
  ('users', 'ignored', 'id created_at updated_at'),
  -- Positions come every few seconds and are kept short-term only (D7).
  ('mechanics', 'plain', 'active available skills'),
  ('mechanics', 'ignored', 'user_id last_active_at latitude longitude position_at'),
  ('working_hours', 'plain', 'weekday starts ends'),
  ('working_hours', 'ignored', 'mechanic_id'),
  ('time_off', 'plain', 'during'),
  ('time_off', 'personal', 'reason'),
  ('time_off', 'ignored', 'id mechanic_id'),
  ('holidays', 'plain', 'name'),
  ('holidays', 'ignored', 'date'),
  ('payments', 'plain', 'customer_id appointment_id amount status payment_method transaction_id paid_at'),
  ('payments', 'ignored', 'id created_at'),
  -- Tokens come anew with every sign-in, so a word about each would say nothing.
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
  ('sessions', 'plain', 'user_id'),
  ('sessions', 'personal', 'ip_address user_agent'),
  ('sessions', 'ignored', 'id token expires_at created_at updated_at')
) as listed (table_name, class, columns), unnest(string_to_array(columns, ' ')) as column_name;

insert into audit_columns (table_name, column_name, class, reason) values
  ('appointment_events', '*', 'ignored', 'a history itself, only ever added to with its appointment'),
  ('appointment_tallies', '*', 'ignored', 'counted from the appointments'),
  ('payment_tallies', '*', 'ignored', 'counted from the payments'),
  ('idempotency_keys', '*', 'ignored', 'kept for a day, with the booking that is audited'),
  ('outbox', '*', 'ignored', 'says again what changed'),
  ('mails', '*', 'ignored', 'kept to be read themselves'),
  ('pictures', '*', 'ignored', 'users.image changes with them'),
  ('account_tokens', '*', 'ignored', 'tokens on their way; what they bring about is audited'),
  ('used_codes', '*', 'ignored', 'kept for minutes'),
  ('set_up_token', '*', 'ignored', 'a token; the admin it makes is audited'),
  ('rate_limits', '*', 'ignored', 'counts without a name'),
  ('verifications', '*', 'ignored', 'tokens on their way; what they bring about is audited'),
  ('schema_migrations', '*', 'ignored', 'kept by the migrator'),
  ('audit_columns', '*', 'ignored', 'the trail itself'),
  ('audit_entries', '*', 'ignored', 'the trail itself'),
  ('audit_personal', '*', 'ignored', 'the trail itself');

-- The chain. Numbers have no gap; each hash covers the one before it and the entry's text.
create table audit_entries (
  number bigint primary key,
  at timestamptz not null,
  -- Null: the system, or someone not signed in. No foreign key: an entry outlives its people.
  actor_id text,
  action text not null check (action in ('created', 'changed', 'deleted', 'erased')),
  subject text not null,
  subject_id text not null,
  -- Whose personal values these are.
  owner_id text,
  -- Only what changed; a field that is missing on one side was null there.
  before jsonb,
  after jsonb,
  personal_fields text[] not null,
  secret_fields text[] not null,
  -- What the personal values were, without saying it: see audit_personal.
  personal_hash bytea,
  hash bytea not null
);

create index audit_entries_by_time on audit_entries (at, number);
create index audit_entries_by_actor on audit_entries (actor_id, at, number);
create index audit_entries_by_kind on audit_entries (subject, at, number);
create index audit_entries_by_subject on audit_entries (subject_id, subject, at, number);
create index audit_entries_by_owner on audit_entries (owner_id) where personal_hash is not null;

-- The personal values of an entry, and the salt without which their hash tells nothing. Erasing
-- empties a row, and leaves the chain as it was.
create table audit_personal (
  entry_number bigint primary key,
  before jsonb,
  after jsonb,
  salt uuid
);

-- People whose personal values are gone, and stay away: none is kept of them any more.
create table audit_erasures (
  user_id text primary key,
  at timestamptz not null
);
insert into audit_columns values
  ('audit_erasures', 'user_id', 'ignored'),
  ('audit_erasures', 'at', 'ignored');

-- What audit_change and seal_entry need to know of a table; filled by audit_table.
create table audit_tables (
  table_name text primary key,
  subject text not null,
  id_column text not null,
  -- The person whose values these are; '' where it is nobody's.
  owner_column text not null,
  -- That person does it themself when nobody is named.
  by_owner boolean not null,
  -- The action when it isn't the statement's; '' where it is.
  action text not null,
  except_plain text[] not null,
  except_personal text[] not null
);
insert into audit_columns values ('audit_tables', '*', 'ignored', 'says how tables are audited');
insert into audit_columns values ('audit_pending', '*', 'ignored', 'the trail on its way');

-- A change that is not in the chain yet. Written with the change itself, in its transaction; takes
-- no lock, so nobody waits for another one's commit. Leaves only into the chain: its deletion is
-- what seals it.
create table audit_pending (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id text,
  table_name text not null,
  operation text not null,
  before jsonb,
  after jsonb,
  -- Columns whose values are secret and changed; no more of them is kept.
  secret_fields text[] not null
);

-- One row for one changed row. Runs with the rights of its owner: the application needs none on
-- the trail but to read it.
--
-- Arguments: the columns of which nothing is kept, and the secret ones among them ('': none).
create function audit_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := to_jsonb(old);
  made jsonb := to_jsonb(new);
  secret_fields text[] := '{}';
begin
  if tg_argv[1] <> '' then
    secret_fields := array(
      select name from unnest(tg_argv[1]::text[]) as name
      where was -> name is distinct from made -> name
        and coalesce(was ->> name, made ->> name) is not null
    );
  end if;
  insert into audit_pending (at, actor_id, table_name, operation, before, after, secret_fields)
  values (
    clock_timestamp(), nullif(current_setting('curbwrench.actor', true), ''), tg_table_name, tg_op,
    was - tg_argv[0]::text[], made - tg_argv[0]::text[], secret_fields
  );
  return null;
end $$;

-- Makes an entry of a pending change, at the end of the chain; seal_audit holds the lock.
create function seal_entry() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  audited audit_tables;
  was jsonb := old.before;
  made jsonb := old.after;
  whole jsonb := coalesce(old.after, old.before);
  owner text;
  unchanged text[];
  entry audit_entries;
  last_number bigint;
  last_hash bytea;
  private_before jsonb;
  private_after jsonb;
  salt uuid;
begin
  select * into strict audited from audit_tables where table_name = old.table_name;
  owner := whole ->> audited.owner_column;
  if old.operation = 'UPDATE' then
    select array_agg(key) into unchanged from jsonb_each(made) where value = was -> key;
    was := was - coalesce(unchanged, '{}');
    made := made - coalesce(unchanged, '{}');
  end if;
  was := jsonb_strip_nulls(was);
  made := jsonb_strip_nulls(made);

  entry.before := nullif(was - audited.except_plain, '{}');
  entry.after := nullif(made - audited.except_plain, '{}');
  private_before := nullif(was - audited.except_personal, '{}');
  private_after := nullif(made - audited.except_personal, '{}');
  entry.personal_fields := '{}';
  entry.secret_fields := old.secret_fields;
  if old.operation = 'UPDATE' and entry.before is null and entry.after is null
    and private_before is null and private_after is null and entry.secret_fields = '{}' then
    return old;
  end if;

  select number, hash into last_number, last_hash
  from audit_entries order by number desc limit 1;

  entry.number := coalesce(last_number, 0) + 1;
  entry.at := old.at;
  entry.actor_id := old.actor_id;
  -- The identity library writes outside our commands, and then it is the person who does it;
  -- but an expired session is swept away by nobody.
  if old.actor_id is null and audited.by_owner
    and not coalesce((whole ->> 'expires_at')::timestamptz < old.at, false) then
    entry.actor_id := owner;
  end if;
  entry.action := case
    when audited.action <> '' then audited.action
    when old.operation = 'INSERT' then 'created'
    when old.operation = 'UPDATE' then 'changed'
    else 'deleted'
  end;
  entry.subject := audited.subject;
  entry.subject_id := whole ->> audited.id_column;
  entry.owner_id := owner;

  if private_before is not null or private_after is not null then
    entry.personal_fields := array(
      select jsonb_object_keys(coalesce(private_before, '{}') || coalesce(private_after, '{}'))
    );
    salt := gen_random_uuid();
    entry.personal_hash := sha256(convert_to(
      jsonb_build_array(salt, private_before, private_after)::text, 'UTF8'
    ));
    if exists (select from audit_erasures where user_id = owner) then
      insert into audit_personal (entry_number) values (entry.number);
    else
      insert into audit_personal (entry_number, before, after, salt)
      values (entry.number, private_before, private_after, salt);
    end if;
  end if;

  -- The text that src/db/audit-chain.ts builds when it verifies.
  entry.hash := sha256(coalesce(last_hash, '\x') || convert_to(jsonb_build_array(
    entry.number, to_char(entry.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.action,
    entry.subject, entry.subject_id, entry.owner_id, entry.before, entry.after,
    entry.personal_fields, entry.secret_fields, encode(entry.personal_hash, 'hex')
  )::text, 'UTF8'));
  insert into audit_entries select entry.*;
  return old;
end $$;

create trigger sealed before delete on audit_pending
  for each row execute function seal_entry();

-- Puts pending changes into the chain, `most` at a time, and answers how many it took. One process
-- at a time; what it finds is what is committed.
create function seal_audit(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  pending bigint;
  sealed integer := 0;
begin
  if not exists (select from audit_pending) then return 0; end if;
  perform pg_advisory_xact_lock(4203, 3);
  for pending in select id from audit_pending order by id limit most loop
    delete from audit_pending where id = pending;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- Puts a table under audit, or puts it there again after its columns changed. `events` are those
-- of a trigger; of an update only audited columns count, so that others cost nothing. Refuses a
-- table with a column that audit_columns doesn't class.
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
    raise exception 'audit_columns does not class % of %.', missing, audited;
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

select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('services', 'service', 'id');
select audit_table('vehicles', 'vehicle', 'id', 'customer_id');
select audit_table('users', 'user', 'id', 'id', by_owner => true);
select audit_table('mechanics', 'mechanic', 'user_id', 'user_id');
select audit_table('working_hours', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
select audit_table('time_off', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
select audit_table('holidays', 'holiday', 'date');
select audit_table('payments', 'payment', 'id', 'customer_id');
select audit_table('accounts', 'user', 'user_id', 'user_id', by_owner => true, action => 'changed');
select audit_table('two_factors', 'user', 'user_id', 'user_id', by_owner => true, action => 'changed');
select audit_table('invitations', 'invitation', 'id');
select audit_table('sessions', 'session', 'id', 'user_id', by_owner => true, events => 'insert or delete');
select audit_table('audit_erasures', 'user', 'user_id', 'user_id', action => 'erased', events => 'insert');

-- Forgets a person's values wherever the trail has any, and keeps none of them from here on.
-- Seals what is pending first, and holds that lock from here on, so it comes at the end of a
-- transaction. An invitation belongs to nobody yet: those to any address the person had are theirs.
create function erase_personal_values(person text) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  addresses text[];
begin
  perform pg_advisory_xact_lock(4203, 3);
  -- Before the erasure is noted: the addresses in what is pending are needed below.
  perform seal_audit(1000000);
  insert into audit_erasures (user_id, at) values (person, clock_timestamp())
  on conflict (user_id) do nothing;
  addresses := array(
    select unnest(array[p.before ->> 'email', p.after ->> 'email'])
    from audit_entries join audit_personal p on entry_number = number
    where owner_id = person and personal_hash is not null and subject = 'user'
    union
    select email from users where id = person
  );
  update audit_personal set before = null, after = null, salt = null
  from audit_entries
  where owner_id = person and personal_hash is not null
    and number = entry_number and salt is not null;
  update audit_personal p set before = null, after = null, salt = null
  from audit_entries
  where subject = 'invitation' and number = entry_number and salt is not null
    and (p.before ->> 'email' = any(addresses) or p.after ->> 'email' = any(addresses));
end $$;

-- Who could put audit_change on a table of their own could make entries up.
revoke execute on function audit_change(), seal_entry(), audit_table(text, text, text, text, boolean, text, text),
  erase_personal_values(text), seal_audit(integer) from public;

-- Nobody changes the trail, not by mistake and not on purpose: no entry but from seal_entry, no
-- pending change but from audit_change, no other change than an erasure. Always on, also where replication switches triggers off.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail can''t be changed.' using errcode = 'insufficient_privilege';
end $$;

create function allow_only_erasure() returns trigger language plpgsql as $$
begin
  if new.entry_number = old.entry_number
    and new.before is null and new.after is null and new.salt is null
    and exists (
      select from audit_entries left join audit_erasures on user_id = owner_id
      where number = old.entry_number and (owner_id is null or user_id is not null)
    )
  then return new; end if;
  raise exception 'The audit trail can''t be changed.' using errcode = 'insufficient_privilege';
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

alter table audit_pending enable always trigger sealed;
alter table audit_pending enable always trigger unchangeable;
alter table audit_pending enable always trigger made_by_changes_only;
alter table audit_entries enable always trigger unchangeable;
alter table audit_entries enable always trigger made_by_changes_only;
alter table audit_personal enable always trigger unchangeable;
alter table audit_personal enable always trigger only_erased;
alter table audit_personal enable always trigger made_by_changes_only;
alter table audit_erasures enable always trigger unchangeable;
