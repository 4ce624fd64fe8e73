-- Booking without an account: the codes that prove a visitor's email address, and which addresses were proven.

-- When the person proved that `email` is theirs; null: they did not, or the address has changed since.
alter table people add column email_proven_at timestamptz;

create function forget_email_proof() returns trigger language plpgsql as $$
begin
  new.email_proven_at := null;
  return new;
end $$;

create trigger person_email_changed before update of email on people
  for each row when (old.email is distinct from new.email) execute function forget_email_proof();

-- A code that was sent to a visitor, from the request until a day after it has expired.
create table booking_codes (
  -- The SHA-256 of the token of the browser that asked for the code.
  token_hash text primary key,
  -- A keyed hash of the code, its token and the email address that it was sent to.
  code_hash text not null,
  -- How many wrong codes were entered.
  attempts integer not null default 0,
  expires_at timestamptz not null,
  -- When the right code was first entered.
  proven_at timestamptz,
  -- The person who booked, and the booking: a code is for one.
  person_id text references people on delete cascade,
  appointment_id integer references appointments on delete cascade,
  -- The SHA-256 of the request that booked, so that the same request again gets the same reply.
  request_hash text
);

create index booking_codes_by_person on booking_codes (person_id) where person_id is not null;
create index booking_codes_by_appointment on booking_codes (appointment_id) where appointment_id is not null;
create index booking_codes_by_expiration on booking_codes (expires_at);

insert into audit_columns (table_name, column_name, class, reason) values
  ('booking_codes', '*', 'ignored', 'stored for a day; the booking that they lead to is audited');
insert into audit_columns (table_name, column_name, class) values
  ('people', 'email_proven_at', 'plain');

select audit_table('people', 'user', 'id', 'id', by_owner => true);

-- Sets the actor of this transaction's changes to the person of a booking code whose email address was proven, which
-- stands for a session. CW411 if the code was not entered, or has been used.
create function set_audit_actor_by_booking_code(booking_token_hash text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  person text;
begin
  select person_id into person from public.booking_codes
  where token_hash = booking_token_hash and proven_at is not null and appointment_id is null;
  if person is null then
    raise exception 'Nobody proved an email address with this code.' using errcode = 'CW411';
  end if;
  perform set_config('curbwrench.actor', person, true);
  perform set_config('curbwrench.actor_proof', public.audit_actor_proof(person), true);
end $$;

revoke execute on function set_audit_actor_by_booking_code(text) from public;
