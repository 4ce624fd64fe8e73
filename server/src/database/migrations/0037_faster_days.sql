-- Reading a day's plan computes the day of the week once for each row of working_hours. From integers, that takes a
-- small part of the time that extract() takes. 1899-12-31 was a Sunday, and no date of ours is earlier.
create or replace function working_hours_on(day date)
returns table (mechanic_id text, starts time, ends time) language sql stable as $$
  select w.mechanic_id, w.starts, w.ends from working_hours w
  where w.weekday = (day - date '1899-12-31') % 7 and not exists (
    select from working_day_exceptions e where e.mechanic_id = w.mechanic_id and e.date = day
  )
  union all
  select e.mechanic_id, e.starts, e.ends from working_day_exceptions e
  where e.date = day and e.starts is not null
$$;

-- For everybody's time off on a day. The index behind time_off_no_overlap begins with the mechanic, so the search for
-- a day reads all of it, and time off accumulates over the years.
create index time_off_by_time on time_off using gist (during);
