import { randomUUID } from 'node:crypto';
import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type {
  LinkedAppointment,
  LinkedTracking,
} from '@curbwrench/contract/appointment-links/schemas';
import type { Message } from '@curbwrench/contract/conversations/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { readPlacementRow } from '@curbwrench/testing/appointment-rows';
import { readLastEntryAbout } from '@curbwrench/testing/audit-trail';
import {
  makeAppointment,
  makePersonWithoutAccount,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { readPdfPages } from '@curbwrench/testing/pdf-text';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

/*
 * What the holder of an appointment's link can do, always for a customer without an account.
 */

let app: TestApp;
let advisor: Person;
let team: Team;
let personId: string;
let id: number;
let token: string;

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, team } = prepared);
});

/** Creates an appointment of a customer without an account, and its link. */
async function makeLinkedAppointment(
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
  person: Parameters<typeof makePersonWithoutAccount>[1] = {},
): Promise<void> {
  personId = await makePersonWithoutAccount(app, { firstName: 'Nora', ...person });
  id = await makeAppointment(app, {
    date: '2026-03-06',
    customer_id: personId,
    vehicle_id: await makeVehicle(app, personId, { plate_number: '7PLATE7' }),
    service_id: team.serviceId,
    gate_code: '4711#',
    notes: 'A note for the mechanic.',
    ...details,
  });
  token = await makeLinkToken(app, id, personId);
}

const request = (endpoint: Parameters<typeof sendByLink>[1], body: object = {}) =>
  sendByLink(app, endpoint, token, body);

const readDetails = () => read<AppointmentDetails>(app, advisor, `/api/appointments/${id}`);

describe('the holder of a link', () => {
  test('sees the appointment, and nothing else about the customer @appointment-links.reads', async () => {
    const [mechanic] = team.mechanics;
    await makeLinkedAppointment(
      { status: 'confirmed', mechanic_id: mechanic.id },
      { phone: '+1 555 0177', email: 'nora@example.com' },
    );
    const response = await request('readByLink');
    const { lines, steps, mechanicName, actions, ...rest } = response.json<LinkedAppointment>();
    expect(rest).toEqual({
      id,
      date: '2026-03-06',
      startTime: '10:00',
      endTime: '11:00',
      status: 'confirmed',
      address: '1 Curb Street',
      price: '89.00',
      vehicle: { make: 'Honda', model: 'Civic', year: 2019 },
      cancellationCutoffHours: 24,
      changeUntil: '2026-03-05T18:00:00.000Z',
      isOver: false,
      document: null,
      review: null,
      canRenew: true,
    });
    expect(lines).toMatchObject([{ kind: 'service', unitPrice: '89.00' }]);
    expect(steps.map(({ name }) => name)).toContain('started');
    expect(mechanicName).toMatch(/^First/);
    expect(actions.map(({ action, open }) => [action, open])).toEqual([
      ['reschedule', true],
      ['cancel', true],
    ]);
    const secrets = [
      'Nora',
      '0177',
      'example.com',
      '7PLATE7',
      '4711#',
      'note for',
      personId,
      mechanic.id,
    ];
    for (const secret of secrets) expect(response.body).not.toContain(secret);
  });

  test("sees the mechanic's location only after the mechanic has set out @appointment-links.reads", async () => {
    const [mechanic] = team.mechanics;
    const place = { latitude: 37.78, longitude: -122.41 };
    await makeLinkedAppointment({
      status: 'confirmed',
      mechanic_id: mechanic.id,
      date: '2026-03-03',
      ...place,
    });
    const report = () =>
      send(app, mechanic, 'PATCH', '/api/mechanics/status', {
        location: { lat: 37.7, lng: -122.4 },
      });
    await report();
    expect((await request('trackByLink')).json<LinkedTracking>().position).toBeNull();
    await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'in_progress' });
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    await report();
    const tracking = (await request('trackByLink')).json<LinkedTracking>();
    expect(tracking).toMatchObject({
      status: 'in_progress',
      position: { lat: 37.7, lng: -122.4 },
      destination: { lat: 37.78, lng: -122.41 },
      arrival: { from: 'position' },
    });
    expect(Object.keys(tracking).toSorted()).toEqual([
      'arrival',
      'date',
      'destination',
      'endTime',
      'position',
      'startTime',
      'status',
      'steps',
    ]);
  });

  test('gets the appointment as a calendar file that does not contain the link @appointment-links.reads', async () => {
    await makeLinkedAppointment();
    const response = await request('getCalendarByLink');
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="appointment.ics"',
    });
    const lines = response.body.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'DTSTART:20260306T180000Z',
        'DTEND:20260306T190000Z',
        'LOCATION:1 Curb Street',
        `UID:appointment-${id}@localhost`,
      ]),
    );
    expect(response.body).not.toContain(token);
    expect(response.body).not.toContain('Nora');
  });

  test('can reschedule to a time that is offered, and the history says that this was done by link @appointment-links.changes', async () => {
    await makeLinkedAppointment();
    const slots = (await request('listRescheduleTimesByLink', { date: '2026-03-10' })).json<
      Slot[]
    >();
    expect(slots.find(({ startTime }) => startTime === '09:00')?.available).toBe(true);
    const moved = await request('rescheduleByLink', { date: '2026-03-10', startTime: '09:00' });
    expect(moved.json()).toMatchObject({
      date: '2026-03-10',
      startTime: '09:00',
      endTime: '10:00',
    });
    expect((await readDetails()).events.at(-1)).toMatchObject({
      kind: 'rescheduled',
      byLink: true,
      by: { who: 'customer' },
    });
    expect(await readLastEntryAbout(app, 'appointment', id)).toMatchObject({ actor_id: personId });
  });

  test('can cancel the appointment before the cutoff, and the mechanic is notified @appointment-links.changes', async () => {
    const [mechanic] = team.mechanics;
    await makeLinkedAppointment({ status: 'confirmed', mechanic_id: mechanic.id });
    const canceled = await request('cancelByLink', { reason: 'I sold the car.' });
    expect(canceled.json()).toMatchObject({ status: 'cancelled', isOver: true, actions: [] });
    expect((await readDetails()).events.at(-1)).toMatchObject({
      kind: 'cancelled',
      byLink: true,
      reason: 'I sold the car.',
    });
    const { rows } = await sql<{ notice: object; customer_id: string }>`
      select notice, customer_id from outbox where kind = 'appointment' and subject_id = ${String(id)}
    `.execute(app.store.kysely);
    expect(rows).toMatchObject([
      { customer_id: personId, notice: { kind: 'cancelled', by: personId, to: [mechanic.id] } },
    ]);
  });

  test("can write to the office in the customer's conversation; a repeated message is stored once @appointment-links.message", async () => {
    await makeLinkedAppointment();
    const message = { text: 'The gate is open.', clientId: randomUUID() };
    expect((await request('sendMessageByLink', message)).statusCode).toBe(204);
    expect((await request('sendMessageByLink', message)).statusCode).toBe(204);
    const path = `/api/conversations/${personId}/messages`;
    expect(await read<Message[]>(app, advisor, path)).toMatchObject([
      { text: 'The gate is open.', from: 'person', linkAppointmentId: id },
    ]);
    const other = await request('sendMessageByLink', { ...message, text: 'Another text.' });
    expect(other.statusCode).toBe(422);
  });

  test('gets the receipt, without contact details, after the job is completed @appointment-links.receipt', async () => {
    const [mechanic] = team.mechanics;
    await makeLinkedAppointment(
      { status: 'completed', date: '2026-03-03', mechanic_id: mechanic.id },
      { email: 'nora@example.com' },
    );
    expect((await request('getReceiptByLink')).statusCode).toBe(404);
    await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
      values (${personId}, ${id}, 89, 'pending', ${app.clock.now()})`.execute(app.store.kysely);
    expect((await request('readByLink')).json()).toMatchObject({
      isOver: true,
      document: 'invoice',
    });
    await sql`update payments set status = 'completed', paid_at = ${app.clock.now()}, payment_method = 'cash'
      where appointment_id = ${id}`.execute(app.store.kysely);
    expect((await request('readByLink')).json()).toMatchObject({ document: 'receipt' });
    const receipt = await request('getReceiptByLink');
    expect(receipt.headers['content-type']).toBe('application/pdf');
    const [page = ''] = readPdfPages(receipt.rawPayload);
    expect(page).toContain('$89.00');
    expect(page).not.toContain('nora@example.com');
  });

  test('can review the completed job, and sees the review and its reply @reviews.by-link', async () => {
    const [mechanic] = team.mechanics;
    await makeLinkedAppointment({
      status: 'completed',
      date: '2026-03-03',
      mechanic_id: mechanic.id,
    });
    expect((await request('readByLink')).json()).toMatchObject({ review: null });
    const reviewed = await request('reviewByLink', { rating: 4, text: ' Quick.\nAnd friendly. ' });
    const review = {
      rating: 4,
      text: 'Quick.\nAnd friendly.',
      createdAt: app.clock.now().toISOString(),
      reply: null,
      hiddenReason: null,
    };
    expect([reviewed.statusCode, reviewed.json<LinkedAppointment>().review]).toEqual([200, review]);
    const { review: stored, events } = await readDetails();
    expect(stored).toMatchObject(review);
    expect(events.at(-1)).toMatchObject({ kind: 'reviewed', rating: 4, byLink: true });
    expect(await read(app, null, '/api/reviews/public')).toMatchObject([{ firstName: 'Nora' }]);
    expect(await readLastEntryAbout(app, 'review', stored?.id ?? 0)).toMatchObject({
      actor_id: personId,
      action: 'created',
    });
    const replied = await send(app, advisor, 'POST', `/api/reviews/${stored?.id}/reply`, {
      text: 'Thank you!',
      replaces: null,
    });
    expect(replied.statusCode).toBe(200);
    expect((await request('readByLink')).json()).toMatchObject({
      review: { rating: 4, reply: { text: 'Thank you!' } },
    });
  });

  test('gets a new link only by email, and never in the response @appointment-links.renewal', async () => {
    await makeLinkedAppointment({}, { email: 'nora@example.com' });
    const renewed = await request('renewOwnLink');
    expect([renewed.statusCode, renewed.body]).toEqual([204, '']);
    expect((await request('readByLink')).statusCode).toBe(410);
    const { rows } = await sql<{ text: string; recipient: string; html: string | null }>`
      select text, recipient, html from emails where person_id = ${personId}
    `.execute(app.store.kysely);
    // Without a mail server, only the text is stored.
    expect(rows).toMatchObject([{ recipient: 'nora@example.com', html: null }]);
    const [, newToken = ''] = /#token=([\w-]+)/.exec(rows[0]?.text ?? '') ?? [];
    expect(newToken).not.toBe(token);
    expect((await sendByLink(app, 'readByLink', newToken)).statusCode).toBe(200);
  });

  test('can turn off the link, which does not change the appointment @appointment-links.renewal', async () => {
    await makeLinkedAppointment();
    const before = await readPlacementRow(app, id);
    expect((await request('revokeOwnLink')).statusCode).toBe(204);
    expect((await request('readByLink')).statusCode).toBe(410);
    expect(await readPlacementRow(app, id)).toEqual(before);
  });
});
