import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Team } from '@curbwrench/testing/builders';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let team: Team;

prepareAppWithTeam(1, (prepared) => {
  ({ app, team } = prepared);
});

test('weekly hours apply on their day of the week, on every date that can be entered @hours.weekly', async () => {
  const { kysely } = app.store;
  const [mechanic] = team.mechanics;
  await kysely.deleteFrom('working_hours').where('mechanic_id', '=', mechanic.id).execute();
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const hours = { starts: `0${weekday}:00`, ends: '12:00' };
    await kysely
      .insertInto('working_hours')
      .values({ mechanic_id: mechanic.id, weekday, ...hours })
      .execute();
  }
  const { rows } = await sql<{ dates: number; matching: number }>`
    select count(*) as dates,
      count(*) filter (where extract(hour from h.starts) = extract(dow from d.date)) as matching
    from (select date::date from generate_series('1900-01-01'::timestamp, '2199-12-31', '1 day') date) d
    left join lateral working_hours_on(d.date) h on h.mechanic_id = ${mechanic.id}
  `.execute(kysely);
  expect(rows).toEqual([{ dates: 109_573, matching: 109_573 }]);
});
