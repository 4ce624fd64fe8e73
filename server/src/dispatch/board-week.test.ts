import type { BoardWeek } from '@curbwrench/contract/appointments/board-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makeTeam, makePerson, type Person } from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

test('a week shows former mechanics after the others if they have jobs in it @board.week', async () => {
  const { mechanics, serviceId } = await makeTeam(app, 2);
  const [busy, idle] = mechanics;
  const details = { service_id: serviceId, status: 'completed', mechanic_id: busy.id } as const;
  const job = await makeAppointment(app, { ...details, date: '2026-04-07' });
  await makeAppointment(app, { ...details, date: '2026-04-14', mechanic_id: idle?.id ?? '' });
  const ids = mechanics.map(({ id }) => id);
  await app.store.kysely
    .updateTable('mechanics')
    .set({ active: false })
    .where('person_id', 'in', ids)
    .execute();
  const week = await read<BoardWeek>(app, advisor, '/api/board/week?date=2026-04-07');
  expect(week.mechanics.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual([
    busy.id,
  ]);
  const days = week.mechanics.at(-1)?.days ?? [];
  expect(days.flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual([job]);
  expect(days.map(({ workingMinutes }) => workingMinutes)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('a week contains the working and booked minutes of each mechanic on each day, and all appointments except canceled ones @board.week', async () => {
  const { mechanics, serviceId } = await makeTeam(app, 1);
  const [ana] = mechanics;
  const make = (details: object) =>
    makeAppointment(app, {
      date: '2026-03-05',
      service_id: serviceId,
      status: 'confirmed',
      mechanic_id: ana.id,
      ...details,
    });
  const first = await make({ start_time: '10:00', end_time: '11:30' });
  const second = await make({ start_time: '08:00', end_time: '09:00', status: 'completed' });
  await make({ start_time: '13:00', end_time: '14:00', status: 'cancelled' });
  await make({ date: '2026-03-08' });
  const waiting = await make({ date: '2026-03-07', status: 'pending', mechanic_id: null });
  await sql`insert into time_off (mechanic_id, during, reason, by_mechanic)
    values (${ana.id}, '[2026-03-05 16:00, 2026-03-06 12:30)', 'Dentist', false)`.execute(
    app.store.kysely,
  );
  await sql`insert into holidays (date, name) values ('2026-03-04', 'Founders Day')`.execute(
    app.store.kysely,
  );
  const week = await read<BoardWeek>(app, advisor, '/api/board/week?date=2026-03-05');
  expect([week.dates[0], week.dates.at(-1)]).toEqual(['2026-03-01', '2026-03-07']);
  expect(week.holidays).toEqual([{ date: '2026-03-04', name: 'Founders Day' }]);
  const days = week.mechanics.find(({ id }) => id === ana.id)?.days ?? [];
  expect(days.map(({ workingMinutes }) => workingMinutes)).toEqual([0, 600, 600, 0, 480, 330, 0]);
  expect(days.map(({ bookedMinutes }) => bookedMinutes)).toEqual([0, 0, 0, 0, 150, 0, 0]);
  expect(days[4]?.jobs).toEqual([
    { id: second, status: 'completed', startTime: '08:00', endTime: '09:00' },
    { id: first, status: 'confirmed', startTime: '10:00', endTime: '11:30' },
  ]);
  expect(week.unassigned.map(({ jobs }) => jobs.map(({ id }) => id)).flat()).toEqual([waiting]);
});
