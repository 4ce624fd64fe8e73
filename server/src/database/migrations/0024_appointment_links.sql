-- The link with which a customer sees and changes one appointment without signing in.

create table appointment_links (
  appointment_id integer not null references appointments on delete cascade,
  person_id text not null references people on delete cascade,
  -- 256 random bits in base64url. With the server's secret they make the token, which is stored nowhere.
  salt text not null,
  -- The SHA-256 of the token, by which a call finds the link.
  token_hash text not null unique,
  -- How many addresses the link has had: renewing it replaces the address.
  version integer not null default 1,
  created_at timestamptz not null,
  -- When the customer or the office ended it; a new message or a renewal starts it again with a new address.
  ended_at timestamptz,
  primary key (appointment_id, person_id)
);

create index appointment_links_by_person on appointment_links (person_id);

insert into audit_columns (table_name, column_name, class) values
  ('appointment_links', 'appointment_id', 'ignored'),
  ('appointment_links', 'person_id', 'ignored'),
  ('appointment_links', 'salt', 'ignored'),
  ('appointment_links', 'token_hash', 'ignored'),
  ('appointment_links', 'version', 'plain'),
  ('appointment_links', 'created_at', 'ignored'),
  ('appointment_links', 'ended_at', 'plain');

select audit_table('appointment_links', 'appointment', 'appointment_id', 'person_id', action => 'changed',
  events => 'delete or update');

-- Sets the actor of this transaction's changes to the person of an appointment's link, which stands for a session.
-- CW410 if the link has ended, or was renewed.
create function set_audit_actor_by_link(link_token_hash text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  person text;
begin
  select person_id into person from public.appointment_links
  where token_hash = link_token_hash and ended_at is null;
  if person is null then
    raise exception 'This link of an appointment has ended.' using errcode = 'CW410';
  end if;
  perform set_config('curbwrench.actor', person, true);
  perform set_config('curbwrench.actor_proof', public.audit_actor_proof(person), true);
end $$;

revoke execute on function set_audit_actor_by_link(text) from public;
