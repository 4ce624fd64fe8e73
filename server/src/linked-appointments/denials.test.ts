import { randomUUID } from 'node:crypto';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { rateLimits, type CountedBy } from '@curbwrench/contract/api/rate-limits';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { readPlacementRow } from '@curbwrench/testing/appointment-rows';
import { makeAppointment, makePerson, type Team, type Person } from '@curbwrench/testing/builders';
import { compareContents, readDatabase } from '@curbwrench/testing/database-contents';
import { send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

/*
 * What the holder of an appointment's link cannot do.
 */

let app: TestApp;
let customer: Person;
let vehicleId: number;
let team: Team;
let id: number;
let token: string;

prepareAppWithTeam(2, (prepared) => {
  ({ app, customer, vehicleId, team } = prepared);
});

async function make(details: Partial<Parameters<typeof makeAppointment>[1]> = {}): Promise<number> {
  return makeAppointment(app, {
    date: '2026-03-06',
    customer_id: customer.id,
    vehicle_id: vehicleId,
    service_id: team.serviceId,
    ...details,
  });
}

async function makeLinked(details: Parameters<typeof make>[0] = {}): Promise<void> {
  id = await make(details);
  token = await makeLinkToken(app, id, customer.id);
}

const by = async (endpoint: EndpointName, body: object = {}) => {
  const { statusCode, body: text } = await sendByLink(app, endpoint, token, body);
  return [statusCode, text];
};

const endpointsByLink = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpointAccess[name] === 'links.use',
);

describe('a link', () => {
  test('gives access only to its appointment, however its token is sent @appointment-links.one', async () => {
    await makeLinked();
    const other = await make({ date: '2026-03-11' });
    const before = await readPlacementRow(app, other);
    const body = { token, id: other, appointmentId: other, customerId: customer.id };
    const response = await send(app, null, 'POST', '/api/appointment-link/cancel', body);
    expect(response.json()).toMatchObject({ id, status: 'cancelled' });
    expect(await readPlacementRow(app, other)).toEqual(before);
    for (const path of [
      '/api/appointments',
      `/api/appointments/${id}`,
      `/api/appointments/${id}/tracking`,
      '/api/auth/user',
      '/api/vehicles',
      '/api/payments',
      '/api/conversations',
      `/api/conversations/${customer.id}/messages`,
      '/api/notifications',
      '/api/subscriptions',
    ]) {
      const headers = { authorization: `Bearer ${token}`, cookie: `token=${token}` };
      const denied = await send(app, null, 'GET', `${path}?token=${token}`, undefined, headers);
      expect([path, denied.statusCode]).toEqual([path, 401]);
    }
  });

  test("does not reveal that the customer's vehicle has another appointment at that time @appointment-links.one", async () => {
    await makeLinked();
    const other = await make({ date: '2026-03-10', start_time: '09:00', end_time: '10:00' });
    const [status, text] = await by('rescheduleByLink', { date: '2026-03-10', startTime: '09:00' });
    expect([status, text]).toEqual([409, 'That time is not available. Please choose another one.']);
    const confirmed = { date: '2026-03-10', startTime: '09:00', confirmOverlap: true };
    expect((await by('rescheduleByLink', confirmed))[0]).toBe(409);
    expect(text).not.toContain(String(other));
  });

  test('cannot change the appointment after the cutoff or after the job has started @appointment-links.changes', async () => {
    await makeLinked();
    app.clock.set(new Date('2026-03-05T18:00:01Z'));
    const tooLate =
      'The deadline for online changes was 24 hours before your appointment. Please call us.';
    expect(await by('cancelByLink')).toEqual([409, tooLate]);
    expect(await by('rescheduleByLink', { date: '2026-03-10', startTime: '09:00' })).toEqual([
      409,
      tooLate,
    ]);
    expect(await by('listRescheduleTimesByLink', { date: '2026-03-10' })).toEqual([409, tooLate]);
    await sql`update appointments set status = 'in_progress', mechanic_id = ${team.mechanics[0].id}
      where id = ${id}`.execute(app.store.kysely);
    expect(await by('cancelByLink')).toEqual([
      403,
      "You don't have permission to cancel this appointment.",
    ]);
  });

  test('becomes read-only after the appointment has ended @appointment-links.phases', async () => {
    await makeLinked({
      status: 'completed',
      date: '2026-03-03',
      mechanic_id: team.mechanics[0].id,
    });
    expect((await by('readByLink'))[0]).toBe(200);
    const message = { text: 'Hello?', clientId: randomUUID() };
    expect(await by('sendMessageByLink', message)).toEqual([
      409,
      'This appointment has ended. Please call us.',
    ]);
    expect((await by('cancelByLink'))[0]).toBe(409);
    expect((await by('rescheduleByLink', { date: '2026-03-10', startTime: '09:00' }))[0]).toBe(409);
  });

  test('can only review a completed job, only once, and with one to five stars @reviews.by-link', async () => {
    await makeLinked({ status: 'confirmed', mechanic_id: team.mechanics[0].id });
    const tooEarly = 'You can review an appointment after it is completed.';
    expect(await by('reviewByLink', { rating: 5 })).toEqual([409, tooEarly]);
    const details = { date: '2026-03-03', mechanic_id: team.mechanics[0].id } as const;
    await makeLinked({ ...details, start_time: '12:00', end_time: '13:00', status: 'cancelled' });
    expect(await by('reviewByLink', { rating: 5 })).toEqual([409, tooEarly]);
    await makeLinked({ ...details, status: 'completed' });
    for (const body of [{}, { rating: 0 }, { rating: 6 }, { rating: 5, text: 'x'.repeat(2001) }]) {
      expect((await by('reviewByLink', body))[0], JSON.stringify(body)).toBe(400);
    }
    const responses = await Promise.all([
      sendByLink(app, 'reviewByLink', token, { rating: 5 }),
      sendByLink(app, 'reviewByLink', token, { rating: 1 }),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
    const reviewed = 'You have already reviewed this appointment.';
    expect(await by('reviewByLink', { rating: 2 })).toEqual([409, reviewed]);
  });

  test('gives no receipt before the job is completed @appointment-links.receipt', async () => {
    await makeLinked();
    await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
      values (${customer.id}, ${id}, 89, 'pending', ${app.clock.now()})`.execute(app.store.kysely);
    expect((await by('getReceiptByLink'))[0]).toBe(404);
  });

  test('lets only one of two concurrent requests cancel the appointment @appointment-links.changes', async () => {
    await makeLinked();
    const responses = await Promise.all([
      sendByLink(app, 'cancelByLink', token),
      sendByLink(app, 'cancelByLink', token),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
  });

  test('that is turned off during a request either completes the request or refuses it', async () => {
    await makeLinked();
    const [revoked, canceled] = await Promise.all([
      sendByLink(app, 'revokeOwnLink', token),
      sendByLink(app, 'cancelByLink', token),
    ]);
    expect(revoked.statusCode).toBe(204);
    // If the link is turned off after the cancellation but before its reply is read, only the reply is refused.
    const { status } = await readPlacementRow(app, id);
    expect([200, 410]).toContain(canceled.statusCode);
    if (canceled.statusCode === 200) expect(status).toBe('cancelled');
    expect((await by('cancelByLink'))[0]).toBe(410);
  });

  test('does not sign anyone in, and shows the same to someone who is signed in as another customer @appointment-links.one', async () => {
    await makeLinked();
    const stranger = await makePerson(app, 'customer');
    const asStranger = await send(app, stranger, 'POST', '/api/appointment-link', { token });
    const asVisitor = await sendByLink(app, 'readByLink', token);
    expect(asStranger.body).toBe(asVisitor.body);
    const denied = await send(app, stranger, 'GET', `/api/appointments/${id}`);
    expect(denied.statusCode).toBe(404);
  });
});

describe('a mail scanner that opens the link', () => {
  test('changes nothing, because no endpoint for links uses GET @appointment-links.read-only-visit', async () => {
    await makeLinked();
    expect(endpointsByLink.filter((name) => endpoints[name].method !== 'POST')).toEqual([]);
    const before = await readDatabase(app.store);
    for (const name of endpointsByLink) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await app.server.inject({
          method,
          url: `${endpoints[name].path}?token=${token}`,
        });
        expect([name, response.statusCode]).toEqual([name, 404]);
      }
    }
    expect(compareContents(before, await readDatabase(app.store))).toEqual([]);
  });

  test('cannot make a change from another site @appointment-links.read-only-visit', async () => {
    await makeLinked();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const response = await sendByLink(app, 'cancelByLink', token, {}, headers);
    expect(response.statusCode).toBe(403);
  });
});

describe('the limits of links', () => {
  const limitOf = (name: EndpointName, counted: CountedBy) =>
    rateLimits[name]?.find((limit) => limit.by === counted)?.times ?? 0;

  test('stop messages through one link, but not through another @appointment-links.limits', async () => {
    await makeLinked();
    const makeMessage = () => ({ text: 'Hello.', clientId: randomUUID() });
    const limit = limitOf('sendMessageByLink', 'subject');
    for (let count = 0; count < limit; count += 1) {
      expect((await by('sendMessageByLink', makeMessage()))[0]).toBe(204);
    }
    expect((await by('sendMessageByLink', makeMessage()))[0]).toBe(429);
    await makeLinked({ date: '2026-03-12' });
    expect((await by('sendMessageByLink', makeMessage()))[0]).toBe(204);
    await sql`delete from rate_limits`.execute(app.store.kysely);
  });

  test('stop guessing from one network @appointment-links.limits', async () => {
    const limit = limitOf('cancelByLink', 'address');
    const statuses = new Set<number>();
    for (let count = 0; count < limit; count += 1) {
      statuses.add((await sendByLink(app, 'cancelByLink', randomUUID())).statusCode);
    }
    expect([...statuses]).toEqual([410]);
    expect((await sendByLink(app, 'cancelByLink', randomUUID())).statusCode).toBe(429);
    await sql`delete from rate_limits`.execute(app.store.kysely);
  });
});
