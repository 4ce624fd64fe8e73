-- Where things are: the places of appointments and of customers' addresses, mechanics' movement, and
-- service areas that are drawn on a map.

alter table appointments
  -- How exactly the coordinates are known. Null: an appointment from before this column, which a job places.
  add column place_precision text
    check (place_precision in ('pin', 'house', 'street', 'zip', 'town', 'unknown')),
  add check (place_precision is null or (place_precision = 'unknown') = (latitude is null));

-- Empty once all appointments from before are placed.
create index appointments_not_placed on appointments (id) where place_precision is null;

-- The addresses at which a customer booked, so that they need not be typed again.
create table customer_addresses (
  id integer generated always as identity primary key,
  customer_id text not null references users (id) on delete cascade,
  address text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  place_precision text not null
    check (place_precision in ('pin', 'house', 'street', 'zip', 'town', 'unknown')),
  last_used_at timestamptz not null,
  unique (customer_id, address),
  check ((latitude is null) = (longitude is null)),
  check ((place_precision = 'unknown') = (latitude is null))
);

-- Where customers booked before. The point is what clients send for "I don't know".
insert into customer_addresses (customer_id, address, latitude, longitude, place_precision, last_used_at)
select customer_id, address, latitude, longitude,
  case when latitude is null then 'unknown' else 'pin' end, created_at
from (
  select customer_id, address, created_at,
    case when not is_placeholder then latitude end as latitude,
    case when not is_placeholder then longitude end as longitude,
    row_number() over (partition by customer_id order by created_at desc, id desc) as rank
  from (
    select distinct on (a.customer_id, a.address) a.*,
      (a.latitude = 37.7749 and a.longitude = -122.4194) is true as is_placeholder
    from appointments a join users u on u.id = a.customer_id
    where u.deleted_at is null
    order by a.customer_id, a.address, a.created_at desc, a.id desc
  ) as newest_at_address
) as numbered
where rank <= 20;

create index customer_addresses_by_use on customer_addresses (customer_id, last_used_at desc);

-- Where mechanics were while they worked and shared it. Deleted after some days.
create table mechanic_positions (
  mechanic_id text not null references mechanics (user_id),
  at timestamptz not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  primary key (mechanic_id, at)
);

create index mechanic_positions_by_age on mechanic_positions (at);

alter table service_areas
  -- A drawn area: a closed ring of [longitude, latitude], counterclockwise, as in GeoJSON.
  add column ring jsonb check (jsonb_typeof(ring) = 'array'),
  -- When a job in the area may start, and how many hours ahead it must be booked; null without such limits.
  add column earliest_start time,
  add column latest_start time,
  add column notice_hours integer check (notice_hours between 0 and 720),
  -- The call-out fee by the distance from the business: [{"upToMiles": 5, "fee": "0.00"}, ...]; null if it is
  -- the same everywhere.
  add column fee_bands jsonb check (jsonb_typeof(fee_bands) = 'array'),
  add check (earliest_start <= latest_start);

insert into audit_columns (table_name, column_name, class) values
  ('appointments', 'place_precision', 'personal'),
  ('service_areas', 'ring', 'plain'),
  ('service_areas', 'earliest_start', 'plain'),
  ('service_areas', 'latest_start', 'plain'),
  ('service_areas', 'notice_hours', 'plain'),
  ('service_areas', 'fee_bands', 'plain');

insert into audit_columns (table_name, column_name, class, reason) values
  ('customer_addresses', '*', 'ignored', 'copied from the bookings, which are audited'),
  ('mechanic_positions', '*', 'ignored', 'stored for some days only');

select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('service_areas', 'service_area', 'id');
