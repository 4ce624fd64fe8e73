-- What the office writes down about a customer, and the indexes with which it searches.

alter table people
  -- Saving names the version that was edited, so that nobody overwrites what they have not seen.
  add column version integer not null default 1,
  -- Further numbers beside `phone`, in the order in which the office lists them.
  add column other_phones text[] not null default '{}' check (cardinality(other_phones) <= 4),
  -- For the office alone: neither the customer nor a mechanic sees them.
  add column office_notes text check (char_length(office_notes) between 1 and 4000);

-- The digits of a person's numbers, each number in one piece, to be searched by a part of them.
create function phone_digits(phone text, others text[]) returns text
language sql immutable parallel safe as $$
  select regexp_replace(coalesce(phone, '') || '|' || array_to_string(others, '|'), '[^0-9|]', '', 'g')
$$;

create index people_by_phone on people using gin (phone_digits(phone, other_phones) gin_trgm_ops);
create index vehicles_search on vehicles
  using gin ((lower(make || ' ' || model || ' ' || coalesce(plate_number, ''))) gin_trgm_ops);
create index customer_addresses_search on customer_addresses using gin (lower(address) gin_trgm_ops);

insert into audit_columns (table_name, column_name, class) values
  ('people', 'version', 'ignored'),
  ('people', 'other_phones', 'personal'),
  ('people', 'office_notes', 'personal');

select audit_table('people', 'user', 'id', 'id', by_owner => true);
