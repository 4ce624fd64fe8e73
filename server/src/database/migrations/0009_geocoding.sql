-- Addresses placed by a geocoding service, and bookings whose service area is not certain.

-- When the service may be asked next; one row, so that all processes together keep to its limit.
create table geocoder_limit (
  only_one boolean primary key default true check (only_one),
  next_at timestamptz not null
);

-- What the service answered, so that it is asked once. A question is a hash of what was asked for.
create table geocoder_answers (
  question text primary key,
  answer jsonb not null check (jsonb_typeof(answer) = 'array'),
  at timestamptz not null
);

create index geocoder_answers_by_age on geocoder_answers (at);

alter table appointments
  -- Whether it was not certain at the booking that a service area contains the place.
  add column area_unsure boolean not null default false;

insert into audit_columns (table_name, column_name, class) values
  ('appointments', 'area_unsure', 'plain');

insert into audit_columns (table_name, column_name, class, reason) values
  ('geocoder_limit', '*', 'ignored', 'counts requests to a service'),
  ('geocoder_answers', '*', 'ignored', 'answers of a service, without who asked');

select audit_table('appointments', 'appointment', 'id', 'customer_id');
