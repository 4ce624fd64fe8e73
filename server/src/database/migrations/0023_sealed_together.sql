-- Changes are sealed together, by one statement for all that a call takes. A trigger for each row
-- looked the end of the chain up, read the table's classes and ran two inserts for every change:
-- with a full load of bookings that was a twentieth of what the database did.

-- One link of the chain: the hash before it (at first: where the chain ended) and an entry's text.
create function audit_link(last bytea, chain_end bytea, entry text) returns bytea
language plpgsql immutable as $$
begin
  return sha256(coalesce(last, chain_end) || convert_to(entry, 'UTF8'));
end $$;

create aggregate audit_chain(chain_end bytea, entry text) (sfunc = audit_link, stype = bytea);

-- Makes entries of pending changes, at the end of the chain; seal_audit holds the lock.
create function seal_entries() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  chain_end audit_entries;
begin
  select * into chain_end from audit_entries order by number desc limit 1;
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
    left join audit_tables tables on tables.table_name = gone.table_name
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
    insert into audit_personal (entry_number, before, after, salt)
    select number,
      case when user_id is null then private_before end,
      case when user_id is null then private_after end,
      case when user_id is null then salt end
    from salted left join audit_erasures on user_id = owner
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
  insert into audit_entries (
    number, at, actor_id, action, subject, subject_id, owner_id, before, after,
    personal_fields, secret_fields, personal_hash, hash
  )
  select number, at, actor_id, action, subject, subject_id, owner_id, before, after,
    personal_fields, secret_fields, personal_hash,
    -- The text that src/db/audit-chain.ts builds when it verifies.
    audit_chain(coalesce(chain_end.hash, '\x'), jsonb_build_array(
      number, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, action,
      subject, subject_id, owner_id, before, after,
      personal_fields, secret_fields, encode(personal_hash, 'hex')
    )::text) over (order by number)
  from entries;
  return null;
end $$;
revoke execute on function seal_entries() from public;

drop trigger sealed on audit_pending;
drop function seal_entry();
create trigger sealed after delete on audit_pending referencing old table as gone
  for each statement execute function seal_entries();
alter table audit_pending enable always trigger sealed;

-- Puts pending changes into the chain, `most` at a time, and answers how many it took. One process
-- at a time; what it finds is what is committed.
create or replace function seal_audit(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sealed integer;
begin
  if not exists (select from audit_pending) then return 0; end if;
  perform pg_advisory_xact_lock(4203, 3);
  delete from audit_pending
  where id = any (array(select id from audit_pending order by id limit most));
  get diagnostics sealed = row_count;
  return sealed;
end $$;
