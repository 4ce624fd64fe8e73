-- The hours of single dates, who entered time off, and the jobs that lost their mechanic's time.

-- Hours of one date instead of the weekly ones: a row for each interval, or one row without times if the
-- mechanic does not work that day.
create table working_day_exceptions (
  mechanic_id text not null references mechanics on delete cascade,
  date date not null,
  starts time,
  ends time check (ends > starts),
  unique nulls not distinct (mechanic_id, date, starts),
  check ((starts is null) = (ends is null))
);

-- The hours that count on a date. Inlined by the planner.
create function working_hours_on(day date)
returns table (mechanic_id text, starts time, ends time) language sql stable as $$
  select w.mechanic_id, w.starts, w.ends from working_hours w
  where w.weekday = extract(dow from day)::smallint and not exists (
    select from working_day_exceptions e where e.mechanic_id = w.mechanic_id and e.date = day
  )
  union all
  select e.mechanic_id, e.starts, e.ends from working_day_exceptions e
  where e.date = day and e.starts is not null
$$;

-- Whether the mechanic entered it, who may then remove it too; the office may remove any.
alter table time_off add column by_mechanic boolean not null default false;

-- Until now only hand-written entries could overlap; those that do become one.
update time_off set during = merged.during
from (
  select mechanic_id, unnest(range_agg(during)) as during from time_off group by mechanic_id
) merged
where merged.mechanic_id = time_off.mechanic_id
  and time_off.during <@ merged.during and time_off.during <> merged.during;
delete from time_off later using time_off earlier
where later.mechanic_id = earlier.mechanic_id and later.during && earlier.during and later.id > earlier.id;

alter table time_off add constraint time_off_no_overlap exclude using gist (mechanic_id with =, during with &&);
drop index time_off_by_mechanic;

-- Confirmed jobs whose mechanic no longer works then, because hours, time off, a holiday or skills were changed.
-- A row counts while the job still has this mechanic and time; so nothing has to delete it when the job moves.
create table stranded_jobs (
  appointment_id integer primary key references appointments on delete cascade,
  mechanic_id text not null references mechanics on delete cascade,
  date date not null,
  start_time time not null
);

insert into audit_columns (table_name, column_name, class) values
  ('working_day_exceptions', 'date', 'plain'),
  ('working_day_exceptions', 'starts', 'plain'),
  ('working_day_exceptions', 'ends', 'plain'),
  ('working_day_exceptions', 'mechanic_id', 'ignored'),
  ('time_off', 'by_mechanic', 'plain');

insert into audit_columns (table_name, column_name, class, reason) values
  ('stranded_jobs', '*', 'ignored', 'follows from recorded changes of hours, time off, holidays and skills');

select audit_table('working_day_exceptions', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
select audit_table('time_off', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
