import type { NextSlot, Slot } from '@curbwrench/contract/scheduling/schemas';
import { expect, test } from 'vitest';
import {
  makeAppointment,
  makeService,
  makeServiceArea,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let advisor: Person;
let team: Team;

prepareAppWithTeam(1, (prepared) => {
  ({ app, customer, advisor, team } = prepared);
});

function readNext(query: string, person: Person | null = customer): Promise<NextSlot[]> {
  return read<NextSlot[]>(app, person, `/api/slots/next?${query}`);
}

/** Books the team's only mechanic for an entire day. */
function fillDay(date: string): Promise<number> {
  return makeAppointment(app, {
    date,
    start_time: '08:00',
    end_time: '18:00',
    status: 'confirmed',
    service_id: team.serviceId,
    mechanic_id: team.mechanics[0].id,
  });
}

test('the next times are the first free time on each of the next three days that have one, and can be booked @booking.next-times', async () => {
  await fillDay('2026-03-04');
  const slots = await readNext(`serviceId=${team.serviceId}`, null);
  // It is Tuesday, 9:00, and customers book at least two hours ahead.
  expect(slots).toEqual([
    { date: '2026-03-03', startTime: '11:00', endTime: '12:00' },
    { date: '2026-03-05', startTime: '08:00', endTime: '09:00' },
    { date: '2026-03-06', startTime: '08:00', endTime: '09:00' },
  ]);
  for (const { date, startTime } of slots) {
    const day = await read<Slot[]>(
      app,
      customer,
      `/api/slots?date=${date}&serviceId=${team.serviceId}`,
    );
    expect(day.find(({ available }) => available)?.startTime).toBe(startTime);
  }
});

test('the next times are long enough for all chosen services @booking.next-times', async () => {
  const longJob = await makeService(app, { duration: 480 });
  const [first] = await readNext(
    `serviceId=${team.serviceId}&additionalServiceIds=${longJob}`,
    null,
  );
  expect(first).toEqual({ date: '2026-03-04', startTime: '08:00', endTime: '17:00' });
});

test("customers are only offered times that the address's area allows; the limits do not apply to the office @booking.next-times @areas.limits", async () => {
  await makeServiceArea(app, ['94122'], {
    days: ['thu', 'fri'],
    earliest_start: '10:00',
    notice_hours: 72,
  });
  const query = `serviceId=${team.serviceId}&zip=94122`;
  expect((await readNext(query)).map(({ date, startTime }) => `${date} ${startTime}`)).toEqual([
    '2026-03-06 10:00',
    '2026-03-12 10:00',
    '2026-03-13 10:00',
  ]);
  const [forOffice] = await readNext(query, advisor);
  expect(forOffice?.date).toBe('2026-03-03');
});

test('a service that no mechanic can do has no next times, and a service that is not offered is refused @booking.next-times', async () => {
  const impossible = await makeService(app, { skill: 'nobody has this skill' });
  expect(await readNext(`serviceId=${impossible}`)).toEqual([]);
  const missing = await send(app, customer, 'GET', '/api/slots/next?serviceId=999999');
  expect(missing.statusCode).toBe(404);
  const incompletePosition = await send(
    app,
    customer,
    'GET',
    `/api/slots/next?serviceId=${team.serviceId}&lat=37.7`,
  );
  expect(incompletePosition.statusCode).toBe(400);
  expect(incompletePosition.body).toContain('Please send both coordinates or neither');
});
