-- The functions that run with the owner's rights find nothing but what they name: pg_catalog alone is
-- searched, and everything of ours is qualified. With `public` in the path, whoever may create there
-- could put a better match in front of a built-in function and have it run as the owner.

-- A role that changes rows on somebody's behalf can't simply say whose: see name_actor. Whoever can
-- read this key can put a name to a change, so the run-time role can't.
create table audit_key (key bytea not null);
insert into audit_key
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
insert into audit_columns values ('audit_key', '*', 'ignored', 'a secret of the trail itself');

-- What proves, in this transaction and in no other, that name_actor accepted a person.
create function audit_actor_proof(person text) returns text language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  return encode(sha256(
    (select key from public.audit_key)
    || sha256(convert_to(pg_current_xact_id()::text || ' ' || person, 'UTF8'))
  ), 'hex');
end $$;

-- Makes this transaction's changes somebody's in the trail. Only of a person who is signed in, or of
-- one who is only about to be made: an opened session is in the trail itself, so nobody's name is
-- used without their having come in. CW401 for anybody else.
create function name_actor(person text) returns void language plpgsql
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

create or replace function audit_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := to_jsonb(old);
  made jsonb := to_jsonb(new);
  secret_fields text[] := '{}';
  actor text := nullif(current_setting('curbwrench.actor', true), '');
begin
  if actor is not null and current_setting('curbwrench.actor_proof', true)
    is distinct from public.audit_actor_proof(actor) then
    raise exception 'The actor of a change is named by name_actor alone.'
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

-- As in 0023, with qualified names.
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
    -- The text that src/db/audit-chain.ts builds when it verifies.
    public.audit_chain(coalesce(chain_end.hash, '\x'), jsonb_build_array(
      number, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, action,
      subject, subject_id, owner_id, before, after,
      personal_fields, secret_fields, encode(personal_hash, 'hex')
    )::text) over (order by number)
  from entries;
  return null;
end $$;

-- As in 0023, with qualified names.
create or replace function seal_audit(most integer) returns integer language plpgsql
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

-- As in 0006, with qualified names, and without the invitations, which are erased by their address
-- (erase_invited_address).
create or replace function erase_personal_values(person text) returns void language plpgsql
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

-- Called while the functions above change the trail, so within their search_path.
create or replace function allow_only_erasure() returns trigger language plpgsql as $$
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

-- The trail forgets nobody who is still there, whoever asks it to.
create function erase_deleted_only() returns trigger language plpgsql as $$
begin
  if exists (select from public.users where id = new.user_id and deleted_at is null) then
    raise exception 'Personal values are erased of deleted people alone.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger of_deleted_people before insert on audit_erasures
  for each row execute function erase_deleted_only();
alter table audit_erasures enable always trigger of_deleted_people;

-- Whoever was deleted stays deleted; otherwise marking a person so for a moment would be enough to
-- have the trail forget them.
create function keep_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'A deleted person stays deleted.' using errcode = 'insufficient_privilege';
end $$;
create trigger stays_deleted before update of deleted_at on users
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function keep_deleted();
alter table users enable always trigger stays_deleted;

revoke execute on function audit_actor_proof(text), name_actor(text) from public;
