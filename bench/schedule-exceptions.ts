import type { BenchDatabase } from './databases.ts';

/**
 * Adds the kinds of exceptions that a real business has to the coming weeks: for each mechanic, different hours on
 * every third day and two hours off on every fifth; a week off for every tenth mechanic; a holiday; start times every
 * half hour; and 15 minutes between jobs.
 */
export async function addScheduleExceptions(database: BenchDatabase): Promise<void> {
  await database.withConnection(async (query) => {
    await query(
      `update business set slot_interval_minutes = 30, buffer_minutes = 15, notice_hours = 2, version = version + 1`,
    );
    await query(
      `insert into working_day_exceptions (mechanic_id, date, starts, ends)
       select m.person_id, d.date, h.starts, h.ends
       from (select person_id, row_number() over (order by person_id) as place from mechanics) m
       cross join (select current_date + day as date, day from generate_series(1, 30) day) d
       cross join (values (time '07:00', time '12:00'), (time '13:00', time '18:00')) h (starts, ends)
       where (d.day + m.place) % 3 = 0 and extract(dow from d.date) between 1 and 5`,
    );
    await query(
      `insert into time_off (mechanic_id, during, reason)
       select m.person_id, tsrange(d.date + time '10:00', d.date + time '12:00'), 'Appointment'
       from (select person_id, row_number() over (order by person_id) as place from mechanics) m
       cross join (select current_date + day as date, day from generate_series(1, 30) day) d
       where (d.day + m.place) % 5 = 0
       on conflict do nothing`,
    );
    await query(
      `insert into time_off (mechanic_id, during, reason)
       select m.person_id, tsrange(current_date + 31, current_date + 38), 'Vacation'
       from (select person_id, row_number() over (order by person_id) as place from mechanics) m
       where m.place % 10 = 0
       on conflict do nothing`,
    );
    await query(
      `insert into holidays (date, name) values (current_date + 9, 'Anniversary') on conflict do nothing`,
    );
    for (const table of ['working_day_exceptions', 'time_off', 'holidays']) {
      await query(`analyze ${table}`);
    }
    // The writes that were measured before left dead rows. The baseline's table is vacuumed after each round.
    await query('vacuum analyze appointments');
  });
}
