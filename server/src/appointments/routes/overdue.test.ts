import type { Appointment, AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import {
  appointmentStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let mechanic: Person;
let customer: Person;

const yesterday = '2026-03-02';
const today = '2026-03-03';
const tomorrow = '2026-03-04';

/* Creates appointments of every status on each of the three days, early and late, with a mechanic if needed. */
beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  customer = await makePerson(app, 'customer');
  mechanic = await makeMechanic(app);
  for (const status of appointmentStatuses) {
    for (const date of [yesterday, today, tomorrow]) {
      for (const [start, end] of [
        ['08:00', '09:00'],
        ['08:30', '10:00'],
        ['17:00', '23:30'],
      ] as const) {
        await makeAppointment(app, {
          date,
          status,
          start_time: start,
          end_time: end,
          customer_id: customer.id,
          mechanic_id: hasMechanic(status) ? (await makeMechanic(app)).id : null,
        });
      }
    }
  }
  await makeAppointment(app, { date: yesterday });
});
afterAll(() => app.stop());

function hasMechanic(status: AppointmentStatus): boolean {
  return ['confirmed', 'in_progress', 'completed'].includes(status);
}

/** Returns all overdue appointments, read page by page. */
async function listOverdue(person: Person, extraFilters = ''): Promise<Appointment[]> {
  const overdueAppointments: Appointment[] = [];
  let url: string | undefined = `/api/appointments?attention=needed&limit=2${extraFilters}`;
  while (url !== undefined) {
    const response = await send(app, person, 'GET', url);
    expect(response.statusCode).toBe(200);
    overdueAppointments.push(...response.json<Appointment[]>());
    url = /<([^>]+)>/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return overdueAppointments;
}

const countOverdue = (person: Person, extraFilters = '') =>
  read<AppointmentCounts>(app, person, `/api/appointments/counts?attention=needed${extraFilters}`);

const sumCounts = (counts: AppointmentCounts) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

describe('the overdue appointments', () => {
  const toLabel = ({ status, date, startTime }: Appointment) => `${status} ${date} ${startTime}`;

  test.each([
    // 09:00 in the business's time zone.
    ['2026-03-03T17:00:00Z', ['pending 08:00', 'pending 08:30', 'confirmed 08:00']],
    ['2026-03-03T16:59:00Z', ['pending 08:00', 'pending 08:30']],
    ['2026-03-03T15:59:00Z', []],
    [
      '2026-03-03T18:00:00Z',
      ['pending 08:00', 'pending 08:30', 'confirmed 08:00', 'confirmed 08:30'],
    ],
  ])(
    'at %s are the open appointments from previous days and those already due today',
    async (now, dueToday) => {
      const before = app.clock.now();
      app.clock.set(new Date(now));
      const overdueAppointments = await listOverdue(advisor);
      const expectedLabels = [
        ...['pending', 'unassigned', 'confirmed', 'in_progress'].flatMap((status) =>
          ['08:00', '08:30', '17:00'].map((time) => `${status} ${yesterday} ${time}`),
        ),
        `pending ${yesterday} 10:00`,
        ...dueToday.flatMap((expectedToday) => {
          const [status = '', time] = expectedToday.split(' ');
          const statuses = status === 'pending' ? ['pending', 'unassigned'] : [status];
          return statuses.map((each) => `${each} ${today} ${time}`);
        }),
      ];
      expect(overdueAppointments.map(toLabel).toSorted()).toEqual(expectedLabels.toSorted());
      expect(overdueAppointments.every(({ attention }) => attention === 'overdue')).toBe(true);
      const dates = overdueAppointments.map(({ date, startTime }) => `${date} ${startTime}`);
      expect(dates, 'earliest first').toEqual(dates.toSorted());

      const all = await read<Appointment[]>(app, advisor, '/api/appointments?limit=100');
      const flaggedAppointments = all.filter(({ attention }) => attention === 'overdue');
      expect(flaggedAppointments.map(toLabel).toSorted(), 'the attention field agrees').toEqual(
        expectedLabels.toSorted(),
      );
      const counts = await countOverdue(advisor);
      for (const status of appointmentStatuses) {
        expect(counts[status]).toBe(
          overdueAppointments.filter((appointment) => appointment.status === status).length,
        );
      }
      app.clock.set(before);
    },
  );

  test('can be combined with the other filters', async () => {
    expect((await listOverdue(advisor, '&status=in_progress')).map(toLabel)).toEqual(
      ['08:00', '08:30', '17:00'].map((time) => `in_progress ${yesterday} ${time}`),
    );
    // Pending and unassigned ones at 8:00 and 8:30, and a confirmed one at 8:00.
    expect(sumCounts(await countOverdue(advisor, `&date=${today}`))).toBe(5);
    expect((await listOverdue(advisor, `&date=${today}`)).length).toBe(5);
    expect(await listOverdue(advisor, `&date=${tomorrow}`)).toEqual([]);
  });

  test('are flagged only for the office; others find only their own', async () => {
    const ownAppointments = await listOverdue(customer);
    expect(ownAppointments.length).toBe(sumCounts(await countOverdue(customer)));
    expect(
      ownAppointments.every(
        ({ attention, customerId }) => attention === null && customerId === customer.id,
      ),
    ).toBe(true);
    // One overdue appointment belongs to another customer.
    expect(ownAppointments.length).toBe((await listOverdue(advisor)).length - 1);
    expect(await listOverdue(mechanic)).toEqual([]);
    expect(sumCounts(await countOverdue(mechanic))).toBe(0);
  });

  test('no longer include an appointment once it is canceled', async () => {
    const before = sumCounts(await countOverdue(advisor));
    const [first] = await listOverdue(advisor, '&status=confirmed');
    const url = `/api/appointments/${first?.id}`;
    expect((await send(app, advisor, 'PATCH', url, { status: 'cancelled' })).statusCode).toBe(200);
    expect(sumCounts(await countOverdue(advisor))).toBe(before - 1);
  });

  test('are the only reason for attention that the filter accepts', async () => {
    for (const url of ['/api/appointments', '/api/appointments/counts']) {
      const response = await send(app, advisor, 'GET', `${url}?attention=no_mechanic_free`);
      expect([response.statusCode, response.body]).toEqual([400, 'That is not a valid filter.']);
    }
  });
});
