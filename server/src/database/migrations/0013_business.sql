-- The business itself, as an admin edits it under Settings. One row, inserted at the first start with what the
-- environment variables say; from then on they only configure the process.

create table business (
  only_one boolean primary key default true check (only_one),
  -- Saving names the version that was edited, so that nobody overwrites what they have not seen.
  version integer not null default 1,
  name text not null check (char_length(name) between 1 and 80),
  phone text check (char_length(phone) between 3 and 40),
  address text check (char_length(address) between 3 and 200),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  time_zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  cancel_until_hours integer not null check (cancel_until_hours between 0 and 720),
  max_open_bookings integer not null check (max_open_bookings between 1 and 100),
  plans_before_payment boolean not null,
  outside_areas text not null check (outside_areas in ('refuse', 'warn')),
  -- [{"opens": "08:00", "closes": "18:00"}, ...], Sunday first; null on a weekday without opening hours.
  opening_hours jsonb not null
    check (jsonb_typeof(opening_hours) = 'array' and jsonb_array_length(opening_hours) = 7),
  start_gap_minutes integer not null check (start_gap_minutes in (15, 30, 60)),
  window_days integer not null check (window_days between 1 and 365),
  notice_hours integer not null check (notice_hours between 0 and 720),
  buffer_minutes integer not null check (buffer_minutes between 0 and 240),
  jobs_end_within_hours boolean not null
);

-- Time after a job that its mechanic does not give to another one, and jobs outside working hours that the office
-- confirmed. Both as they were when the time was chosen. The constraint compares the time with its buffer, which
-- ends with the day, as a day's plan does.
alter table appointments
  drop constraint appointments_no_overlap,
  drop column during,
  add column buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  add column outside_hours boolean not null default false;

alter table appointments
  add column during tsrange not null generated always as (
    tsrange(
      date + start_time,
      least(date + end_time + make_interval(mins => buffer_minutes), date + time '24:00')
    )
  ) stored,
  add constraint appointments_no_overlap exclude using gist (
    coalesce(mechanic_id, hold_mechanic_id) with =,
    during with &&
  ) where (status in ('pending', 'unassigned', 'confirmed', 'in_progress'));

insert into audit_columns (table_name, column_name, class)
select 'business', column_name, class
from (values
  ('plain', 'name phone address latitude longitude time_zone currency cancel_until_hours max_open_bookings plans_before_payment outside_areas opening_hours start_gap_minutes window_days notice_hours buffer_minutes jobs_end_within_hours'),
  ('ignored', 'only_one version')
) as listed (class, columns), unnest(string_to_array(columns, ' ')) as column_name;

insert into audit_columns (table_name, column_name, class) values
  ('appointments', 'buffer_minutes', 'plain'),
  ('appointments', 'outside_hours', 'plain');

-- The first values are no change that anyone made.
select audit_table('business', 'business', 'only_one', events => 'update');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
