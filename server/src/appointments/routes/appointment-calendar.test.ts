import { expect, test } from 'vitest';
import { makeAppointment, makePerson, type Team, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let team: Team;

prepareAppWithTeam(1, (prepared) => {
  ({ app, customer, team } = prepared);
});

function readCalendar(person: Person, id: number) {
  return send(app, person, 'GET', `/api/appointments/${id}/calendar.ics`);
}

test('an appointment is downloaded as an iCalendar file with its times in UTC @booking.calendar-file', async () => {
  const id = await makeAppointment(app, {
    customer_id: customer.id,
    // Two days before daylight saving time starts. The second appointment is on the day after it starts.
    date: '2026-03-06',
    start_time: '10:00',
    end_time: '11:30',
    service_id: team.serviceId,
    gate_code: '4821#',
  });
  const response = await readCalendar(customer, id);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(response.headers['content-disposition']).toContain(`appointment-${id}.ics`);
  const lines = response.body.split('\r\n');
  expect(lines).toContain('DTSTART:20260306T180000Z');
  expect(lines).toContain('DTEND:20260306T193000Z');
  expect(lines).toContain('STATUS:TENTATIVE');
  expect(response.body).not.toContain('4821');

  const summer = await makeAppointment(app, {
    customer_id: customer.id,
    mechanic_id: team.mechanics[0].id,
    service_id: team.serviceId,
    status: 'confirmed',
    date: '2026-03-09',
    start_time: '10:00',
    end_time: '11:00',
  });
  const later = await readCalendar(customer, summer);
  expect(later.body).toContain('DTSTART:20260309T170000Z');
  expect(later.body).toContain('STATUS:CONFIRMED');
});

test("a customer cannot download another customer's appointment @booking.calendar-file", async () => {
  const id = await makeAppointment(app, { customer_id: customer.id, date: '2026-03-06' });
  const other = await makePerson(app, 'customer');
  expect((await readCalendar(other, id)).statusCode).toBe(404);
});
