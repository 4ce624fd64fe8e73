-- The office's search reads the few records whose name, email address, address, plate or vehicle begins with the text
-- from a sorted index, and stops. `text_pattern_ops` compares bytes, so that the range does not depend on the
-- database's locale; these indexes also serve comparisons with `=`.

drop index people_by_full_name;
create index people_by_full_name on people (lower(first_name || ' ' || last_name) text_pattern_ops);
create index people_by_last_name on people (lower(last_name || ' ' || first_name) text_pattern_ops);

drop index people_by_email;
create index people_by_email on people (email text_pattern_ops);

create index customer_addresses_by_address on customer_addresses (lower(address) text_pattern_ops);
-- Without the house number.
create index customer_addresses_by_street on customer_addresses
  (regexp_replace(lower(address), '^[0-9][^ ]* +', '') text_pattern_ops);

create index vehicles_by_plate on vehicles (lower(plate_number) text_pattern_ops) where archived_at is null;
create index vehicles_by_model on vehicles (lower(make || ' ' || model) text_pattern_ops) where archived_at is null;
