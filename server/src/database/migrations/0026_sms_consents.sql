-- Which customers agreed to text messages, and the codes by which they prove their number.

-- A phone number as the product stores it, in E.164 format; null if it has an extension or its country is not known.
create function phone_to_e164(phone text) returns text language sql immutable parallel safe as $$
  select case
    when phone ilike '%x%' then null
    when phone like '+%' then '+' || digits
    when length(digits) = 10 then '+1' || digits
    when length(digits) = 11 and digits like '1%' then '+' || digits
  end
  from regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') as digits
$$;

create table sms_consents (
  id integer generated always as identity primary key,
  person_id text not null references people on delete cascade,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  -- code: proven by the person; office: agreed by phone; start: texted START after STOP.
  source text not null check (source in ('code', 'office', 'start')),
  -- The version of the text that they agreed to.
  text_version text not null,
  agreed_at timestamptz not null,
  -- The member of staff who noted that the person agreed by phone.
  agreed_by text references people on delete set null,
  ended_at timestamptz,
  ended_reason text
    check (ended_reason in ('stop', 'office', 'person', 'number_removed', 'replaced', 'merged')),
  -- The member of staff who ended it.
  ended_by text references people on delete set null,
  check ((ended_at is null) = (ended_reason is null))
);

create unique index sms_consents_current on sms_consents (person_id) where ended_at is null;
create index sms_consents_by_person on sms_consents (person_id, id);
create index sms_consents_by_number on sms_consents (number, id);
create index sms_consents_by_agreed_by on sms_consents (agreed_by) where agreed_by is not null;
create index sms_consents_by_ended_by on sms_consents (ended_by) where ended_by is not null;

-- The number to which a person's texts go; null if they have not agreed, or it is no longer one of their numbers.
create function textable_number(person text) returns text language sql stable as $$
  select number from sms_consents join people on people.id = person_id
  where person_id = person and ended_at is null and deleted_at is null
    and exists (
      select from unnest(array_prepend(phone, other_phones)) as own where phone_to_e164(own) = number
    )
$$;

-- A consent is for one number of one person, so it ends when that is no longer their number. Adding the number again
-- does not renew it.
create function end_consent_without_number() returns trigger language plpgsql as $$
begin
  update sms_consents set ended_at = new.updated_at, ended_reason = 'number_removed'
  where person_id = new.id and ended_at is null and not exists (
    select from unnest(array_prepend(new.phone, new.other_phones)) as own where phone_to_e164(own) = number
  );
  return null;
end $$;

create trigger person_numbers_changed after update of phone, other_phones on people
  for each row
  when (old.phone is distinct from new.phone or old.other_phones is distinct from new.other_phones)
  execute function end_consent_without_number();

-- The code that was last sent to a person, until it is entered.
create table sms_codes (
  person_id text primary key references people on delete cascade,
  number text not null,
  hash text not null,
  text_version text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

-- The numbers that replied STOP, as a keyed hash: nobody may agree for them until they reply START.
create table sms_opt_outs (
  number_hash text primary key,
  at timestamptz not null
);

insert into audit_columns (table_name, column_name, class, reason) values
  ('sms_codes', '*', 'ignored', 'stored for minutes; the consent that they lead to is audited'),
  ('sms_opt_outs', '*', 'ignored', 'hashes without a person; the consents that they end are audited');
insert into audit_columns (table_name, column_name, class) values
  ('sms_consents', 'id', 'ignored'),
  ('sms_consents', 'person_id', 'ignored'),
  ('sms_consents', 'number', 'personal'),
  ('sms_consents', 'source', 'plain'),
  ('sms_consents', 'text_version', 'plain'),
  ('sms_consents', 'agreed_at', 'plain'),
  ('sms_consents', 'agreed_by', 'plain'),
  ('sms_consents', 'ended_at', 'plain'),
  ('sms_consents', 'ended_reason', 'plain'),
  ('sms_consents', 'ended_by', 'plain');

select audit_table('sms_consents', 'user', 'person_id', 'person_id', action => 'changed');
