import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type {
  HolidayList,
  TeamWeek,
  WorkingTimeReply,
} from '@curbwrench/contract/working-time/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makeTeam, makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

const listHolidays = () => read<HolidayList>(app, advisor, '/api/holidays');
const add = (body: object) => send(app, advisor, 'POST', '/api/holidays', body);

test('a holiday closes the business until it is removed, and can be renamed @holidays.edit', async () => {
  const { serviceId } = await makeTeam(app, 1);
  const date = '2026-03-10';
  const readSlots = () => read<Slot[]>(app, null, `/api/slots?date=${date}&serviceId=${serviceId}`);
  const added = await add({ date, name: ' Founding Day ' });
  expect([added.statusCode, added.json()]).toEqual([200, { saved: true, stranded: [] }]);
  expect((await readSlots()).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, () => 'Founding Day'),
  );
  expect((await add({ date, name: 'Again' })).statusCode).toBe(409);
  const url = `/api/holidays/${date}`;
  expect((await send(app, advisor, 'PATCH', url, { name: 'Our day' })).statusCode).toBe(204);
  expect((await listHolidays()).holidays).toEqual([{ date, name: 'Our day' }]);
  const week = await read<TeamWeek>(app, advisor, `/api/team/week?date=${date}`);
  expect(week.holidays).toEqual([{ date, name: 'Our day' }]);

  expect((await send(app, advisor, 'DELETE', url)).statusCode).toBe(204);
  expect((await send(app, advisor, 'DELETE', url)).statusCode).toBe(404);
  expect((await send(app, advisor, 'PATCH', url, { name: 'Removed' })).statusCode).toBe(404);
  expect((await readSlots()).every(({ available }) => available)).toBe(true);
});

test('a holiday that is in the past, too far ahead or without a name is refused @holidays.valid', async () => {
  expect((await add({ date: '2026-03-02', name: 'Past' })).statusCode).toBe(400);
  expect((await add({ date: '2029-03-02', name: 'Far' })).statusCode).toBe(400);
  expect((await add({ date: '2026-03-12', name: ' ' })).body).toBe('Please name the holiday');
  expect((await listHolidays()).holidays).toEqual([]);
});

test('upcoming federal holidays are suggested until they are added @holidays.federal', async () => {
  const { suggestions } = await listHolidays();
  expect(suggestions[0]).toEqual({ date: '2026-05-25', name: 'Memorial Day' });
  expect(suggestions.at(-1)).toEqual({
    date: '2027-12-31',
    name: "New Year's Day (observed)",
  });
  await add({ date: '2026-05-25', name: 'Memorial Day' });
  expect((await listHolidays()).suggestions[0]?.date).toBe('2026-06-19');
});

test('adding a holiday first shows all jobs on that day, of every mechanic @holidays.preview', async () => {
  const { mechanics, serviceId } = await makeTeam(app, 2);
  const date = '2026-03-16';
  const [first, second] = mechanics;
  const job = { date, service_id: serviceId } as const;
  const confirmed = await makeAppointment(app, {
    ...job,
    status: 'confirmed',
    mechanic_id: first.id,
  });
  const waiting = await makeAppointment(app, { ...job, held_mechanic_id: second?.id ?? null });
  const preview = (await add({ date, name: 'Closed' })).json<WorkingTimeReply>();
  expect([preview.saved, preview.stranded.map(({ id }) => id)]).toEqual([
    false,
    [confirmed, waiting],
  ]);
  const accepted = [confirmed, waiting];
  const saved = (await add({ date, name: 'Closed', accepted })).json<WorkingTimeReply>();
  expect(saved.saved).toBe(true);
  const { attention } = await read<{ attention: string }>(
    app,
    advisor,
    `/api/appointments/${confirmed}`,
  );
  expect(attention).toBe('mechanic_not_working');
});
