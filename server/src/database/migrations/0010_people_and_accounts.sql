-- People and accounts are two tables: a person is somebody the business knows, an account is how they sign in.
-- An account has the id of its person, so a person has one account at most; see
-- docs/decisions/0050-people-and-accounts.md.

-- A deleted person has no account from here on, so nothing that belongs to one either.
delete from sessions using users where users.id = user_id and deleted_at is not null;
delete from accounts using users where users.id = user_id and deleted_at is not null;
delete from two_factors using users where users.id = user_id and deleted_at is not null;
delete from used_totp_codes using users where users.id = user_id and deleted_at is not null;
delete from account_tokens using users where users.id = user_id and deleted_at is not null;
delete from idempotency_keys using users where users.id = user_id and deleted_at is not null;

-- Changes that are not in the audit trail yet have the old names of tables and columns.
select seal_audit(2147483647);

alter table users rename to people;
alter table people rename constraint users_pkey to people_pkey;
drop trigger audited on people;
drop trigger role_or_active_changed on people;

-- How a person signs in: with a password, or through an OpenID Connect provider. There provider_id is the
-- issuer and subject theirs, which together are unique forever (OpenID Connect Core 1.0, 2).
alter table accounts rename to credentials;
alter table credentials rename column account_id to subject;
alter table credentials rename column user_id to account_id;
alter table credentials rename constraint accounts_pkey to credentials_pkey;
alter table credentials
  rename constraint accounts_provider_id_account_id_key to credentials_provider_id_subject_key;
alter index accounts_by_user rename to credentials_by_account;

create table accounts (
  id text primary key references people on delete cascade,
  -- The address with which they sign in, in lower case.
  email text not null unique,
  email_verified boolean not null default false,
  role text not null default 'customer'
    check (role in ('customer', 'mechanic', 'service_advisor', 'admin')),
  -- False: deactivated. They cannot sign in; their history stays.
  active boolean not null default true,
  two_factor_enabled boolean not null default false,
  -- Incremented by every act that secures the account: a new password, ended sessions, a second factor
  -- or role that changed, deactivation. What was proven under an older number is void.
  security_stamp integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

insert into accounts (id, email, email_verified, role, active, two_factor_enabled, security_stamp,
  created_at, updated_at)
select id, email, email_verified, role, active, two_factor_enabled, security_stamp, created_at, updated_at
from people where deleted_at is null;

create index accounts_by_role on accounts (role, id);

create trigger role_or_active_changed after update of role, active on accounts
  for each row when (old.role <> new.role or old.active <> new.active)
  execute function notify_sessions();

-- The index contains the address, which becomes optional.
drop index users_search;

alter table people
  drop constraint users_email_key,
  -- Where the business reaches them; null: unknown. Several people may share one.
  alter column email drop not null,
  drop column email_verified,
  drop column role,
  drop column active,
  drop column two_factor_enabled,
  drop column security_stamp;

-- Deleted people had an address that cannot exist.
update people set email = null where deleted_at is not null;

alter index users_by_name rename to people_by_name;
create index people_by_email on people (email);
create index people_search on people
  using gin ((lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) gin_trgm_ops);

-- What belongs to an account goes with it.
alter table sessions rename column user_id to account_id;
alter table sessions drop constraint sessions_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;
alter index sessions_by_user rename to sessions_by_account;

alter table credentials drop constraint accounts_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;

alter table two_factors rename column user_id to account_id;
alter table two_factors drop constraint two_factors_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;
alter index two_factors_by_user rename to two_factors_by_account;

alter table used_totp_codes rename column user_id to account_id;
alter table used_totp_codes drop constraint used_totp_codes_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;

alter table account_tokens rename column user_id to account_id;
alter table account_tokens drop constraint account_tokens_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;
alter index account_tokens_by_user rename to account_tokens_by_account;

alter table idempotency_keys rename column user_id to account_id;
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey,
  add foreign key (account_id) references accounts on delete cascade;

-- Everything else is a person's.
alter table pictures rename column user_id to person_id;
alter table pictures rename constraint pictures_user_id_fkey to pictures_person_id_fkey;
alter table pictures rename constraint pictures_user_id_key to pictures_person_id_key;
alter table mechanics rename column user_id to person_id;
alter table mechanics rename constraint mechanics_user_id_fkey to mechanics_person_id_fkey;
alter table notification_preferences rename column user_id to person_id;
alter table notification_preferences
  rename constraint notification_preferences_user_id_fkey to notification_preferences_person_id_fkey;
alter table mails rename column user_id to person_id;
alter table mails rename constraint mails_user_id_fkey to mails_person_id_fkey;
alter index mails_by_user rename to mails_by_person;
alter table audit_erasures rename column user_id to person_id;

-- Only an account has notifications to read: those of the people an event names, and of the office where it
-- says so. Never of the person who did it, nor of anyone deactivated.
create or replace function notification_recipients(notice jsonb) returns setof text
language sql stable as $$
  select id
  from (
    select id from accounts
    where active and id = any (array(select jsonb_array_elements_text(notice -> 'to')))
    union
    select id from accounts
    where active and (notice -> 'dispatch')::boolean and role in ('service_advisor', 'admin')
  ) as recipients
  where id is distinct from notice ->> 'by'
$$;

-- The functions of the audit trail, with the new names (0007).

create or replace function set_audit_actor(person text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.sessions where account_id = person)
    and exists (select from public.people where id = person) then
    raise exception 'Nobody acts in the name of a person who is not signed in.'
      using errcode = 'CW401';
  end if;
  perform set_config('curbwrench.actor', person, true);
  perform set_config('curbwrench.actor_proof', public.audit_actor_proof(person), true);
end $$;

create or replace function seal_entries() returns trigger language plpgsql
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
      case when person_id is null then private_before end,
      case when person_id is null then private_after end,
      case when person_id is null then salt end
    from salted left join public.audit_erasures on person_id = owner
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

create or replace function erase_personal_values(person text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4203, 3);
  perform public.seal_audit(1000000);
  insert into public.audit_erasures (person_id, at) values (person, clock_timestamp())
  on conflict (person_id) do nothing;
  update public.audit_personal set before = null, after = null, salt = null
  from public.audit_entries
  where owner_id = person and personal_hash is not null
    and number = entry_number and salt is not null;
end $$;

create or replace function erase_invited_address(address text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.invitations where email = address)
    or exists (select from public.accounts where email = address)
    or exists (select from public.people where email = address) then
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

create or replace function allow_only_erasure() returns trigger language plpgsql as $$
begin
  if new.entry_number = old.entry_number
    and new.before is null and new.after is null and new.salt is null
    and exists (
      select from public.audit_entries left join public.audit_erasures on person_id = owner_id
      where number = old.entry_number and (owner_id is null or person_id is not null)
    )
  then return new; end if;
  raise exception 'The audit trail can''t be changed.' using errcode = 'insufficient_privilege';
end $$;

create or replace function erase_deleted_only() returns trigger language plpgsql as $$
begin
  if exists (select from public.people where id = new.person_id and deleted_at is null) then
    raise exception 'Personal values are erased of deleted people alone.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Entries stay as they were sealed; `user` is the subject of a person and of their account, as before.
update audit_columns set table_name = 'credentials', column_name = case column_name
  when 'account_id' then 'subject' when 'user_id' then 'account_id' else column_name end
where table_name = 'accounts';
update audit_columns set table_name = 'people' where table_name = 'users';
update audit_columns set table_name = 'accounts'
where table_name = 'people' and column_name in (
  'email_verified', 'role', 'active', 'two_factor_enabled', 'security_stamp');
update audit_columns set column_name = 'account_id'
where column_name = 'user_id' and table_name in ('sessions', 'two_factors');
update audit_columns set column_name = 'person_id'
where column_name = 'user_id' and table_name in ('mechanics', 'notification_preferences', 'audit_erasures');
update audit_columns set reason = 'people.image changes with them' where table_name = 'pictures';
insert into audit_columns (table_name, column_name, class) values
  ('accounts', 'id', 'ignored'),
  ('accounts', 'email', 'personal'),
  ('accounts', 'created_at', 'ignored'),
  ('accounts', 'updated_at', 'ignored');

delete from audit_tables where table_name in ('users', 'accounts');
select audit_table('people', 'user', 'id', 'id', by_owner => true);
select audit_table('accounts', 'user', 'id', 'id', by_owner => true, action => 'changed');
select audit_table('sessions', 'session', 'id', 'account_id', by_owner => true, events => 'insert or delete');
select audit_table('credentials', 'user', 'account_id', 'account_id', by_owner => true, action => 'changed');
select audit_table('two_factors', 'user', 'account_id', 'account_id', by_owner => true, action => 'changed');
select audit_table('mechanics', 'mechanic', 'person_id', 'person_id');
select audit_table('notification_preferences', 'user', 'person_id', 'person_id', by_owner => true,
  action => 'changed');
select audit_table('audit_erasures', 'user', 'person_id', 'person_id', action => 'erased', events => 'insert');
