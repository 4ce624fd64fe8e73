-- A person's email address is verified, like an account's.

-- Changes that are not in the audit trail yet have the old name of the column. Its entries keep this name.
select seal_audit(2147483647);

alter table people rename column email_proven_at to email_verified_at;
alter function forget_email_proof() rename to forget_email_verification;
create or replace function forget_email_verification() returns trigger language plpgsql as $$
begin
  new.email_verified_at := null;
  return new;
end $$;

alter table booking_codes rename column proven_at to verified_at;
create or replace function set_audit_actor_by_booking_code(booking_token_hash text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  person text;
begin
  select person_id into person from public.booking_codes
  where token_hash = booking_token_hash and verified_at is not null and appointment_id is null;
  if person is null then
    raise exception 'Nobody verified an email address with this code.' using errcode = 'CW411';
  end if;
  perform set_config('curbwrench.actor', person, true);
  perform set_config('curbwrench.actor_proof', public.audit_actor_proof(person), true);
end $$;

update audit_columns set column_name = 'email_verified_at'
where table_name = 'people' and column_name = 'email_proven_at';
select audit_table('people', 'user', 'id', 'id', by_owner => true);
