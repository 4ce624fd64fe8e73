import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let team: Team;
let mechanic: Person;

const today = '2026-03-03';

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, team } = prepared);
  [mechanic] = team.mechanics;
});

function makeJob(
  details: { date?: string; start_time?: string; end_time?: string; customer_id?: string } = {},
) {
  return makeAppointment(app, {
    date: today,
    status: 'confirmed',
    service_id: team.serviceId,
    mechanic_id: mechanic.id,
    ...details,
  });
}

function changeStatus(id: number, status: string, person: Person = mechanic, details: object = {}) {
  return send(app, person, 'PATCH', `/api/appointments/${id}`, { status, ...details });
}

async function readStatus(person: Person): Promise<string> {
  return (await read<Mechanic>(app, person, `/api/mechanics/${person.id}`)).status;
}

async function readPayments(id: number) {
  return app.store.kysely
    .selectFrom('payments')
    .selectAll()
    .where('appointment_id', '=', id)
    .execute();
}

describe('starting a job', () => {
  test("sets its mechanic's status to on a job @appointments.start", async () => {
    const id = await makeJob();
    const started = await changeStatus(id, 'in_progress');
    expect(started.json()).toMatchObject({ status: 'in_progress' });
    expect(await readStatus(mechanic)).toBe('on_job');
  });

  test('is possible only on the day of the job @appointments.start', async () => {
    const tomorrow = await makeJob({ date: '2026-03-04' });
    const yesterday = await makeJob({ date: '2026-03-02' });
    const early = await changeStatus(tomorrow, 'in_progress');
    expect([early.statusCode, early.body]).toEqual([
      409,
      'A job can only be started on its scheduled day, Wed, Mar 04, 2026.',
    ]);
    expect((await changeStatus(yesterday, 'in_progress')).statusCode).toBe(409);
    // One minute past midnight in the business's time zone.
    app.clock.set(new Date('2026-03-04T08:01:00Z'));
    expect((await changeStatus(tomorrow, 'in_progress')).statusCode).toBe(200);
  });

  test('is possible long after its scheduled time on the same day', async () => {
    app.clock.set(new Date('2026-03-04T07:59:00Z'));
    expect((await changeStatus(await makeJob(), 'in_progress')).statusCode).toBe(200);
  });

  test('is refused while another job is in progress, and the refusal names that job', async () => {
    const first = await makeJob();
    const second = await makeJob({ start_time: '13:00', end_time: '14:00' });
    await changeStatus(first, 'in_progress');
    const refused = await changeStatus(second, 'in_progress');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `Appointment ${displayId(first)} is still in progress; complete it first.`,
    ]);
    await changeStatus(first, 'completed');
    expect((await changeStatus(second, 'in_progress')).statusCode).toBe(200);
  });

  test('succeeds for exactly one of several jobs started concurrently', async () => {
    const ids = [
      await makeJob(),
      await makeJob({ start_time: '13:00', end_time: '14:00' }),
      await makeJob({ start_time: '14:00', end_time: '15:00' }),
    ];
    const responses = await Promise.all(ids.map((id) => changeStatus(id, 'in_progress')));
    expect(sortedStatuses(responses)).toEqual([200, 409, 409]);
  });

  test('succeeds exactly once if requested twice at the same time', async () => {
    const id = await makeJob();
    const responses = await Promise.all([
      changeStatus(id, 'in_progress'),
      changeStatus(id, 'in_progress'),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
  });

  test('races with canceling the appointment, and exactly one of the two succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await makeJob({
        start_time: `${String(10 + round)}:00`,
        end_time: `${String(11 + round)}:00`,
      });
      // The two requests are sent in alternating order.
      const pair = [changeStatus(id, 'in_progress'), changeStatus(id, 'cancelled', advisor)];
      const [started, cancelled] = await Promise.all(
        round % 2 === 0 ? pair : pair.toReversed(),
      ).then((responses) => (round % 2 === 0 ? responses : responses.toReversed()));
      const { status } = await read<Appointment>(app, advisor, `/api/appointments/${id}`);
      if (started?.statusCode === 200) {
        // Once in progress, it can be canceled only with a reason, which was not given.
        expect([status, cancelled?.statusCode]).toEqual(['in_progress', 400]);
        await changeStatus(id, 'completed');
      } else {
        expect([status, started?.statusCode, cancelled?.statusCode]).toEqual([
          'cancelled',
          409,
          200,
        ]);
        expect(started?.body).toBe("A canceled appointment can't be started.");
      }
    }
  });

  test('races with reassigning the job, and exactly one of the two succeeds', async () => {
    const [, other] = team.mechanics;
    const id = await makeJob();
    const [started, assigned] = await Promise.all([
      changeStatus(id, 'in_progress'),
      changeStatus(id, 'confirmed', advisor, { mechanicId: other?.id }),
    ]);
    const latest = await read<Appointment>(app, advisor, `/api/appointments/${id}`);
    if (started.statusCode === 200) {
      expect([latest.status, latest.mechanicId]).toEqual(['in_progress', mechanic.id]);
      expect(assigned.statusCode).toBe(409);
    } else {
      expect([latest.status, latest.mechanicId]).toEqual(['confirmed', other?.id]);
      expect([started.statusCode, assigned.statusCode]).toEqual([404, 200]);
    }
  });
});

describe('completing a job', () => {
  test('stores a note about the work, which staff and the customer see @appointments.work-note', async () => {
    const customer = await makePerson(app, 'customer');
    const id = await makeJob({ customer_id: customer.id });
    await changeStatus(id, 'in_progress');
    const refused = await changeStatus(id, 'completed', mechanic, { workNote: 'x'.repeat(2_001) });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      'Please keep this to 2000 characters or fewer.',
    ]);
    const workNote = `Replaced the front pads.\n${'x'.repeat(1_975)}`;
    const completed = await changeStatus(id, 'completed', mechanic, { workNote });
    expect(completed.statusCode, completed.body).toBe(200);
    for (const person of [mechanic, customer, advisor]) {
      const details = await read<AppointmentDetails>(app, person, `/api/appointments/${id}`);
      expect(details.workNote).toBe(workNote);
    }
  });

  test('stores no note if it contains only spaces @appointments.work-note', async () => {
    const id = await makeJob();
    await changeStatus(id, 'in_progress');
    await changeStatus(id, 'completed', mechanic, { workNote: ' ' });
    const details = await read<AppointmentDetails>(app, mechanic, `/api/appointments/${id}`);
    expect(details).toMatchObject({ status: 'completed', workNote: null });
  });

  test('creates one pending payment for the price fixed at booking, with no method yet @appointments.complete', async () => {
    const id = await makeJob();
    await app.store.kysely
      .updateTable('appointment_lines')
      .set({ unit_price: '77.70' })
      .where('appointment_id', '=', id)
      .execute();
    await changeStatus(id, 'in_progress');
    const completed = await changeStatus(id, 'completed');
    expect(completed.json()).toMatchObject({
      status: 'completed',
      payment: { status: 'pending', amount: '77.70' },
    });
    expect(await readPayments(id)).toMatchObject([
      { amount: '77.70', status: 'pending', payment_method: null, paid_at: null },
    ]);
    expect(await readStatus(mechanic)).toBe('available');
  });

  test('succeeds once and creates one payment if requested several times concurrently', async () => {
    const id = await makeJob();
    await changeStatus(id, 'in_progress');
    const responses = await Promise.all([1, 2, 3].map(() => changeStatus(id, 'completed')));
    expect(sortedStatuses(responses)).toEqual([200, 409, 409]);
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toBe("A completed appointment can't be completed.");
    expect(await readPayments(id)).toHaveLength(1);
  });

  test('races with canceling the appointment, and only a completed job has a payment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await makeJob({ start_time: `${10 + round}:00`, end_time: `${11 + round}:00` });
      await changeStatus(id, 'in_progress');
      const [completed, cancelled] = await Promise.all([
        changeStatus(id, 'completed'),
        changeStatus(id, 'cancelled', advisor, { reason: 'Rain' }),
      ]);
      expect(sortedStatuses([completed, cancelled])).toEqual([200, 409]);
      expect(await readPayments(id)).toHaveLength(completed.statusCode === 200 ? 1 : 0);
      expect(await readStatus(mechanic)).toBe('available');
    }
  });

  test('before the scheduled end frees the rest of the time for an appointment without a hold', async () => {
    team = await makeTeam(app, 1);
    [mechanic] = team.mechanics;
    const id = await makeJob();
    const waiting = await makeAppointment(app, {
      date: today,
      service_id: team.serviceId,
      start_time: '10:30',
      end_time: '11:30',
    });
    await changeStatus(id, 'in_progress');
    await changeStatus(id, 'completed');
    const row = await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', waiting)
      .executeTakeFirst();
    expect(row?.held_mechanic_id).toBe(mechanic.id);
  });
});

describe("a mechanic's status", () => {
  const setStatus = (change: object, person: Person = mechanic) =>
    send(app, person, 'PATCH', '/api/mechanics/status', change);

  test('can be switched between available and offline @mechanics.status', async () => {
    for (const status of ['offline', 'available', 'available']) {
      expect((await setStatus({ status })).json()).toMatchObject({ id: mechanic.id, status });
    }
  });

  test('cannot be set to on_job manually @mechanics.status', async () => {
    const refused = await setStatus({ status: 'on_job' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Your status changes automatically when you start a job.',
    ]);
    expect(await readStatus(mechanic)).toBe('available');
  });

  test('stays on a job until the job is done', async () => {
    await changeStatus(await makeJob(), 'in_progress');
    for (const status of ['available', 'offline']) {
      const refused = await setStatus({ status, location: { lat: 1, lng: 2 } });
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        "You're on a job. Complete it first.",
      ]);
    }
    const response = await setStatus({ status: 'on_job', location: { lat: 37.5, lng: -122.5 } });
    expect(response.json()).toMatchObject({
      status: 'on_job',
      location: { lat: 37.5, lng: -122.5, at: testMorning.toISOString() },
      lastActive: testMorning.toISOString(),
    });
  });

  test('becomes available after a job, even if it was offline before', async () => {
    await setStatus({ status: 'offline' });
    const id = await makeJob();
    await changeStatus(id, 'in_progress');
    await changeStatus(id, 'cancelled', advisor, { reason: 'The customer is away.' });
    expect(await readStatus(mechanic)).toBe('available');
  });

  test('can be set separately from the position', async () => {
    const location = { lat: 1, lng: 2 };
    expect((await setStatus({ location })).json()).toMatchObject({ status: 'available', location });
    const off = await setStatus({ status: 'offline' });
    expect(off.json()).toMatchObject({ status: 'offline', location });
  });

  test('is on a job if it is set to offline while a job is being started', async () => {
    const id = await makeJob();
    const [started, switched] = await Promise.all([
      changeStatus(id, 'in_progress'),
      setStatus({ status: 'offline' }),
    ]);
    expect(started.statusCode).toBe(200);
    expect([200, 409]).toContain(switched.statusCode);
    expect(await readStatus(mechanic)).toBe('on_job');
  });

  test("is returned with the number of today's jobs, not counting canceled ones @mechanics.day", async () => {
    await makeJob();
    await makeJob({ start_time: '12:00', end_time: '13:00' });
    await makeJob({ date: '2026-03-04' });
    await changeStatus(
      await makeJob({ start_time: '14:00', end_time: '15:00' }),
      'cancelled',
      advisor,
    );
    expect(await read(app, mechanic, `/api/mechanics/${mechanic.id}`)).toMatchObject({
      jobsToday: 2,
    });
  });
});
