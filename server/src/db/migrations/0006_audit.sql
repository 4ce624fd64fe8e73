-- The audit trail (decision D7): who changed what, when, from what to what. Every change of an
-- audited table makes its entry by itself, at the commit, in one chain; see
-- docs/decisions/0009-audit-trail.md for why it is made like this.

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

-- One entry for one changed row. Runs at the commit under the lock of the commit order, so that
-- the chain is serial and nobody waits while holding it. Runs with the rights of its owner: the
-- application needs none on the trail but to read it.
--
-- Arguments: subject; column of its id; column of the person whose values these are ('': none);
-- whether that person does it themself when nobody is named; the action when it isn't the
-- statement's ('': it is); and the columns that are not plain, not personal, not secret.
create function audit_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := to_jsonb(old);
  made jsonb := to_jsonb(new);
  whole jsonb := coalesce(made, was);
  owner text := whole ->> tg_argv[2];
  actor text := nullif(current_setting('curbwrench.actor', true), '');
  unchanged text[];
  entry audit_entries;
  last_number bigint;
  last_hash bytea;
  private_before jsonb;
  private_after jsonb;
  salt uuid;
begin
  if tg_op = 'UPDATE' then
    select array_agg(key) into unchanged from jsonb_each(made) where value = was -> key;
    was := was - coalesce(unchanged, '{}');
    made := made - coalesce(unchanged, '{}');
  end if;
  was := jsonb_strip_nulls(was);
  made := jsonb_strip_nulls(made);

  entry.before := nullif(was - tg_argv[5]::text[], '{}');
  entry.after := nullif(made - tg_argv[5]::text[], '{}');
  private_before := nullif(was - tg_argv[6]::text[], '{}');
  private_after := nullif(made - tg_argv[6]::text[], '{}');
  entry.personal_fields := '{}';
  entry.secret_fields := '{}';
  if tg_argv[7] <> '' then
    entry.secret_fields := array(
      select jsonb_object_keys(
        coalesce(was, '{}') - tg_argv[7]::text[] || coalesce(made, '{}') - tg_argv[7]::text[]
      )
    );
  end if;
  if tg_op = 'UPDATE' and entry.before is null and entry.after is null
    and private_before is null and private_after is null and entry.secret_fields = '{}' then
    return null;
  end if;

  perform take_commit_order();
  select number, hash into last_number, last_hash
  from audit_entries order by number desc limit 1;

  entry.number := coalesce(last_number, 0) + 1;
  entry.at := clock_timestamp();
  -- The identity library writes outside our commands, and then it is the person who does it;
  -- but an expired session is swept away by nobody.
  if actor is null and tg_argv[3] = 'self' and not coalesce((whole ->> 'expires_at')::timestamptz < now(), false) then
    actor := owner;
  end if;
  entry.actor_id := actor;
  entry.action := case
    when tg_argv[4] <> '' then tg_argv[4]
    when tg_op = 'INSERT' then 'created'
    when tg_op = 'UPDATE' then 'changed'
    else 'deleted'
  end;
  entry.subject := tg_argv[0];
  entry.subject_id := whole ->> tg_argv[1];
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
  return null;
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
  except_secret text[];
  secrets boolean;
begin
  select string_agg(attname, ', ') filter (where class is null),
    string_agg(quote_ident(attname), ', ') filter (where class <> 'ignored'),
    array_agg(attname::text) filter (where class <> 'plain'),
    array_agg(attname::text) filter (where class <> 'personal'),
    array_agg(attname::text) filter (where class <> 'secret'),
    bool_or(class = 'secret')
  into missing, watched, except_plain, except_personal, except_secret, secrets
  from pg_attribute
  left join audit_columns on table_name = audited and column_name = attname
  where attrelid = audited::regclass and attnum > 0 and not attisdropped;
  if missing is not null then
    raise exception 'audit_columns does not class % of %.', missing, audited;
  end if;
  execute format('drop trigger if exists audited on %I', audited);
  execute format(
    'create constraint trigger audited after %s on %I deferrable initially deferred
      for each row execute function audit_change(%L, %L, %L, %L, %L, %L, %L, %L)',
    case when events like '%update' and watched is not null then events || ' of ' || watched else events end,
    audited, subject, id_column, owner_column, case when by_owner then 'self' else '' end, action,
    except_plain, except_personal, case when secrets then except_secret::text else '' end
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
-- Holds the lock of the commit order from here on, so it comes at the end of a transaction. An
-- invitation belongs to nobody yet: those to any address the person had are theirs.
create function erase_personal_values(person text) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  addresses text[];
begin
  perform take_commit_order();
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
revoke execute on function audit_change(), audit_table(text, text, text, text, boolean, text, text),
  erase_personal_values(text) from public;

-- Nobody changes the trail, not by mistake and not on purpose: no entry but from audit_change,
-- no other change than an erasure. Always on, also where replication switches triggers off.
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
create trigger unchangeable before delete or truncate on audit_personal
  for each statement execute function refuse_audit_change();
create trigger only_erased before update on audit_personal
  for each row execute function allow_only_erasure();
create trigger made_by_changes_only before insert on audit_personal
  for each statement when (pg_trigger_depth() = 0) execute function refuse_audit_change();
create trigger unchangeable before update or delete or truncate on audit_erasures
  for each statement execute function refuse_audit_change();

alter table audit_entries enable always trigger unchangeable;
alter table audit_entries enable always trigger made_by_changes_only;
alter table audit_personal enable always trigger unchangeable;
alter table audit_personal enable always trigger only_erased;
alter table audit_personal enable always trigger made_by_changes_only;
alter table audit_erasures enable always trigger unchangeable;
