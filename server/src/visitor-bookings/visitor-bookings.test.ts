import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { listEntriesAbout } from '@curbwrench/testing/audit-trail';
import {
  makeTeam,
  makePerson,
  makePersonWithoutAccount,
  makePlan,
  makeVehicle,
  type Team,
} from '@curbwrench/testing/builders';
import { send, sortedStatuses, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import type { OutgoingEmail } from '../mail/mailer-port.ts';
import { deleteOldVerificationCodes } from './code-changes.ts';

let app: TestApp;
let team: Team;
const sentEmails: OutgoingEmail[] = [];
const logLines: string[] = [];
let count = 0;

beforeAll(async () => {
  app = await startApp({
    trustedProxies: ['127.0.0.1'],
    logLevel: 'info',
    logSink: { write: (line: string) => logLines.push(line) },
    mailer: {
      senderAddress: 'office@example.com',
      send: async (mail) => void sentEmails.push(mail),
      close: () => {},
    },
  });
  team = await makeTeam(app, 8);
});
afterAll(() => app.stop());
afterEach(async () => {
  app.clock.set(testMorning);
  await sql`delete from rate_limits`.execute(app.store.kysely);
});

function unusedEmail(): string {
  count += 1;
  return `visitor-${count}@example.net`;
}

/** Headers of a request from a network that no other request of these tests uses. */
function fromNewNetwork() {
  count += 1;
  return { 'x-forwarded-for': `198.51.${count % 250}.${Math.floor(count / 250) + 1}` };
}

const requestCode = (email: string, headers = fromNewNetwork()) =>
  send(app, null, 'POST', '/api/visitor-bookings/code', { email }, headers);

/** Requests a code, and returns the code from the email with its token. */
async function getCode(email: string): Promise<{ token: string; code: string }> {
  const listCodeEmails = () =>
    sentEmails.filter(({ to, subject }) => to === email && subject.includes('code'));
  const previousCount = listCodeEmails().length;
  const response = await requestCode(email);
  expect(response.statusCode).toBe(200);
  const mail = await waitFor(() => {
    const emails = listCodeEmails();
    expect(emails.length).toBeGreaterThan(previousCount);
    return emails.at(-1);
  });
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none';
  return { token: response.json<{ token: string }>().token, code };
}

const makeWrongCode = (code: string, offset = 1) =>
  String((Number(code) + offset) % 1_000_000).padStart(6, '0');

function bookingBody(email: string, proof: { token: string; code: string }, details: object = {}) {
  return {
    serviceId: team.serviceId,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
    newCustomer: {
      firstName: 'Vera',
      lastName: 'Visitor',
      phone: '415 555 0199',
      email,
      vehicle: { year: 2018, make: 'Honda', model: 'Civic', type: 'SUV' },
    },
    ...proof,
    ...details,
  };
}

const book = (body: object) =>
  send(app, null, 'POST', '/api/visitor-bookings', body, fromNewNetwork());

const getStatusAndBody = ({ statusCode, body }: TestResponse) => [statusCode, body];

async function listBookings(email: string) {
  const { rows } = await sql<{ id: number; customerId: string }>`
    select a.id, a.customer_id as "customerId" from appointments a join people p on p.id = a.customer_id
    where p.email = ${email} order by a.id
  `.execute(app.store.kysely);
  return rows;
}

async function countPeople(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from people`.execute(
    app.store.kysely,
  );
  return rows[0]?.n ?? 0;
}

const wrongCode = "That code isn't right. Check the most recent email and try again.";
const lastWrongCode = "That code isn't right. Please request a new one.";
const noEmail = "We can't send email right now. Please call us, or log in to book.";
const notValid = 'This code is no longer valid. Please request a new one.';

describe('a visitor who enters the code from the email', () => {
  test('books: a person without an account, their vehicle and the appointment are stored together @booking.visitor', async () => {
    const email = unusedEmail();
    const before = await countPeople();
    const proof = await getCode(email);
    expect(await countPeople()).toBe(before);
    const response = await book(bookingBody(email, proof));
    expect(response.statusCode).toBe(201);
    const { url } = response.json<{ url: string }>();
    const linked = await sendByLink(app, 'readByLink', getToken(url));
    expect(linked.json()).toMatchObject({
      date: '2026-03-05',
      startTime: '10:00',
      status: 'pending',
      vehicle: { year: 2018, make: 'Honda', model: 'Civic' },
    });
    const [booking] = await listBookings(email);
    const { rows } = await sql`
      select first_name, phone, email_verified_at is not null as proven,
        exists (select from accounts where id = p.id) as "hasAccount",
        (select array_agg(type) from vehicles where customer_id = p.id) as types
      from people p where id = ${booking?.customerId}
    `.execute(app.store.kysely);
    expect(rows).toEqual([
      {
        first_name: 'Vera',
        phone: '(415) 555-0199',
        proven: true,
        hasAccount: false,
        types: ['SUV'],
      },
    ]);
    const entries = await listEntriesAbout(app, 'appointment', booking?.id ?? 0);
    expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(
      new Set([booking?.customerId]),
    );
  });

  test('gets a message about the booking @booking.visitor', async () => {
    const email = unusedEmail();
    await book(bookingBody(email, await getCode(email), { startTime: '11:00' }));
    const { rows } = await sql`
      select kind, channel from outbound_messages join people p on p.id = person_id where p.email = ${email}
    `.execute(app.store.kysely);
    expect(rows).toEqual([{ kind: 'booked', channel: 'email' }]);
  });

  test('can send the same booking again, which books only once and returns the same link @booking.visitor-once', async () => {
    const email = unusedEmail();
    const body = bookingBody(email, await getCode(email), { startTime: '12:00' });
    const responses = await Promise.all([book(body), book(body), book(body)]);
    responses.push(await book(body));
    expect(sortedStatuses(responses)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await listBookings(email)).toHaveLength(1);
  });

  test('can use it for one booking only @booking.visitor-code', async () => {
    const email = unusedEmail();
    const proof = await getCode(email);
    await book(bookingBody(email, proof));
    const again = await book(bookingBody(email, proof, { startTime: '14:00' }));
    expect(getStatusAndBody(again)).toEqual([
      400,
      'You have already booked with this code. To book again, please request a new one.',
    ]);
    expect(await listBookings(email)).toHaveLength(1);
  });

  test('can choose another time with it if the time has been taken @booking.visitor-code', async () => {
    const smallTeam = await makeTeam(app, 1);
    const first = unusedEmail();
    const second = unusedEmail();
    const [firstProof, secondProof] = [await getCode(first), await getCode(second)];
    const details = { serviceId: smallTeam.serviceId };
    expect((await book(bookingBody(first, firstProof, details))).statusCode).toBe(201);
    // Refused bookings do not count as wrong codes.
    for (let index = 0; index < 6; index += 1) {
      expect((await book(bookingBody(second, secondProof, details))).statusCode).toBe(409);
    }
    expect(await listBookings(second)).toEqual([]);
    app.clock.set(new Date(testMorning.getTime() + 29 * 60_000));
    const other = await book(bookingBody(second, secondProof, { ...details, startTime: '13:00' }));
    expect(other.statusCode).toBe(201);
  });

  test('has 30 minutes to book @booking.visitor-code', async () => {
    const email = unusedEmail();
    const proof = await getCode(email);
    expect((await book(bookingBody(email, proof, { serviceId: 999_999 }))).statusCode).toBe(400);
    app.clock.set(new Date(testMorning.getTime() + 31 * 60_000));
    expect(getStatusAndBody(await book(bookingBody(email, proof)))).toEqual([400, notValid]);
  });

  test('stores nothing if the booking is refused @booking.visitor', async () => {
    const email = unusedEmail();
    const before = await countPeople();
    const refused = await book(bookingBody(email, await getCode(email), { serviceId: 999_999 }));
    expect(getStatusAndBody(refused)).toEqual([400, 'Please select a service']);
    expect(await countPeople()).toBe(before);
  });
});

describe('a code', () => {
  test('is refused after five wrong guesses, even with concurrent requests @booking.visitor-code', async () => {
    const email = unusedEmail();
    const { token, code } = await getCode(email);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        book(bookingBody(email, { token, code: makeWrongCode(code, index + 1) })),
      ),
    );
    const messages = guesses.map(({ body }) => body);
    expect(messages.filter((message) => message === wrongCode)).toHaveLength(4);
    expect(messages.filter((message) => message === lastWrongCode)).toHaveLength(1);
    expect(messages.filter((message) => message === notValid)).toHaveLength(7);
    expect(getStatusAndBody(await book(bookingBody(email, { token, code })))).toEqual([
      400,
      notValid,
    ]);
  });

  test('expires after ten minutes @booking.visitor-code', async () => {
    const email = unusedEmail();
    const proof = await getCode(email);
    app.clock.set(new Date(testMorning.getTime() + 10 * 60_000));
    expect(getStatusAndBody(await book(bookingBody(email, proof)))).toEqual([400, notValid]);
  });

  test('works only in the browser that requested it, and only for its email address @booking.visitor-code', async () => {
    const email = unusedEmail();
    const { token, code } = await getCode(email);
    const other = await getCode(unusedEmail());
    const elsewhere = await book(bookingBody(email, { token: other.token, code }));
    expect(getStatusAndBody(elsewhere)).toEqual([400, wrongCode]);
    const unknown = await book(bookingBody(email, { token: 'made-up', code }));
    expect(getStatusAndBody(unknown)).toEqual([400, notValid]);
    const otherAddress = await book(bookingBody(unusedEmail(), { token, code }));
    expect(getStatusAndBody(otherAddress)).toEqual([400, wrongCode]);
  });

  test('is stored only as a hash, and the log contains neither the code nor an email address @booking.visitor-code', async () => {
    const email = unusedEmail();
    const { token, code } = await getCode(email);
    await book(bookingBody(email, { token, code: makeWrongCode(code) }));
    await book(bookingBody(email, { token, code }));
    const { rows } = await sql`select * from booking_codes`.execute(app.store.kysely);
    const stored = JSON.stringify(rows);
    const log = logLines.join('\n');
    expect(log).not.toBe('');
    for (const secret of [token, `"${code}"`, email]) {
      expect(stored).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    await deleteOldVerificationCodes(app.store.kysely, new Date(testMorning.getTime() + 3_600_000));
    expect((await sql`select 1 from booking_codes`.execute(app.store.kysely)).rows).toEqual([]);
  });
});

describe('requesting codes', () => {
  test('gets the same reply whether or not the email address is known @booking.visitor-private', async () => {
    const customer = await makePerson(app, 'customer');
    const admin = await makePerson(app, 'admin');
    const replies = await Promise.all(
      [unusedEmail(), customer.email, admin.email].map((email) => requestCode(email)),
    );
    const shapes = replies.map((reply) => {
      const { token, ...rest } = reply.json<{ token: string }>();
      return [reply.statusCode, token.length, rest];
    });
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(shapes[0]).toEqual([200, 43, { demoCode: null }]);
  });

  test('is limited to three per hour for each email address, from any network and even with concurrent requests @booking.visitor-limits', async () => {
    const email = unusedEmail();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => requestCode(index % 2 ? email : email.toUpperCase())),
    );
    expect(sortedStatuses(responses)).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect((await requestCode(unusedEmail())).statusCode).toBe(200);
  });

  test('is limited to ten per hour for each network, whatever IP address a client claims to have @booking.visitor-limits', async () => {
    const responses = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        requestCode(unusedEmail(), { 'x-forwarded-for': `192.0.2.${index}, 203.0.113.9` }),
      ),
    );
    expect(sortedStatuses(responses).filter((status) => status === 429)).toHaveLength(4);
  });

  test('is limited for each IPv4 /24 and IPv6 /64 network @booking.visitor-limits', async () => {
    for (const [network, elsewhere] of [
      ['203.0.113.', '203.0.114.1'],
      ['2001:db8:0:7::', '2001:db8:0:8::1'],
    ] as const) {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          requestCode(unusedEmail(), { 'x-forwarded-for': `${network}${index + 1}` }),
        ),
      );
      expect(sortedStatuses(responses).filter((status) => status === 429)).toHaveLength(2);
      const other = await requestCode(unusedEmail(), { 'x-forwarded-for': elsewhere });
      expect(other.statusCode).toBe(200);
    }
  });

  test('is limited to 200 per day for the business; then visitors are asked to call or log in, and one warning is logged @booking.visitor-limits', async () => {
    const responses: TestResponse[] = [];
    for (let batch = 0; batch < 7; batch += 1) {
      responses.push(
        ...(await Promise.all(Array.from({ length: 30 }, () => requestCode(unusedEmail())))),
      );
    }
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(getStatusAndBody)).toEqual(Array.from({ length: 10 }, () => [409, noEmail]));
    const warnings = logLines.filter((line) => line.includes('No more verification codes'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('visitor-');
    app.clock.set(new Date(testMorning.getTime() + 24 * 3_600_000));
    expect((await requestCode(unusedEmail())).statusCode).toBe(200);
  });
});

describe('the booking of a visitor with a verified email address', () => {
  test('belongs to the customer who signs in with that email address, and reveals nothing about them @booking.visitor-person', async () => {
    const customer = await makePerson(app, 'customer', { firstName: 'Known' });
    const vehicleId = await makeVehicle(app, customer.id, { year: 2018, make: 'HONDA' });
    await makePlan(app);
    const proof = await getCode(customer.email);
    // The response doesn't reveal that the customer already has this vehicle.
    const body = bookingBody(customer.email, proof, { date: '2026-03-06' });
    const response = await book(body);
    expect(Object.keys(response.json<object>())).toEqual(['url']);
    const { rows } = await sql`
      select a.customer_id, a.vehicle_id, p.first_name, p.other_phones from appointments a
      join people p on p.id = a.customer_id where a.customer_id = ${customer.id}
    `.execute(app.store.kysely);
    expect(rows).toEqual([
      {
        customer_id: customer.id,
        vehicle_id: vehicleId,
        first_name: 'Known',
        other_phones: ['(415) 555-0199'],
      },
    ]);
  });

  test('belongs to the person without an account who verified it before @booking.visitor-person', async () => {
    const email = unusedEmail();
    await book(bookingBody(email, await getCode(email)));
    await book(bookingBody(email, await getCode(email), { startTime: '14:00' }));
    const bookings = await listBookings(email);
    expect(bookings).toHaveLength(2);
    expect(new Set(bookings.map(({ customerId }) => customerId)).size).toBe(1);
  });

  test('does not belong to a person whose email address was only entered by the office @booking.visitor-person', async () => {
    const email = unusedEmail();
    const enteredByOffice = await makePersonWithoutAccount(app, { email });
    await book(bookingBody(email, await getCode(email)));
    const [booking] = await listBookings(email);
    expect(booking?.customerId).not.toBe(enteredByOffice);

    // An address that the office changed is no longer verified.
    const changed = unusedEmail();
    await sql`update people set email = ${changed} where id = ${booking?.customerId}`.execute(
      app.store.kysely,
    );
    await book(bookingBody(changed, await getCode(changed), { startTime: '15:00' }));
    const bookings = await listBookings(changed);
    expect(new Set(bookings.map(({ customerId }) => customerId)).size).toBe(2);
  });

  test("belongs to the customer record that the visitor's record was merged into @booking.visitor-person", async () => {
    const admin = await makePerson(app, 'admin');
    for (const details of [{}, { email: unusedEmail() }]) {
      const kept = await makePersonWithoutAccount(app, details);
      const email = 'email' in details ? details.email : unusedEmail();
      await book(bookingBody(email, await getCode(email)));
      const [booking] = await listBookings(email);
      const versions = { version: 1, otherVersion: 1 };
      const merged = await send(app, admin, 'POST', `/api/customers/${kept}/merge`, {
        otherId: booking?.customerId,
        ...versions,
      });
      expect(merged.statusCode).toBe(200);
      await book(bookingBody(email, await getCode(email), { startTime: '16:00' }));
      const owners = (await listBookings(email)).map(({ customerId }) => customerId);
      expect(owners).toEqual([kept, kept]);
    }
  });

  test('is refused for staff and deactivated customers, but only after the right code was entered @booking.visitor-person', async () => {
    const mechanic = await makePerson(app, 'mechanic');
    const deactivated = await makePerson(app, 'customer');
    await sql`update accounts set active = false where id = ${deactivated.id}`.execute(
      app.store.kysely,
    );
    for (const { email, id } of [mechanic, deactivated]) {
      const { token, code } = await getCode(email);
      const guess = await book(bookingBody(email, { token, code: makeWrongCode(code) }));
      expect(getStatusAndBody(guess)).toEqual([400, wrongCode]);
      const response = await book(bookingBody(email, { token, code }));
      expect(getStatusAndBody(response)).toEqual([
        409,
        "This email address can't be used to book online. Please use another one, or call us.",
      ]);
      const { rows } = await sql`select 1 from appointments where customer_id = ${id}`.execute(
        app.store.kysely,
      );
      expect(rows).toEqual([]);
    }
  });

  test('is refused while the visitor already has two bookings without a mechanic, even with concurrent requests @booking.visitor-open', async () => {
    const email = unusedEmail();
    const proofs = [await getCode(email), await getCode(email), await getCode(email)];
    const responses = await Promise.all(
      proofs.map((proof, index) =>
        book(bookingBody(email, proof, { startTime: `1${index + 3}:00` })),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([201, 201, 409]);
    const bookings = await listBookings(email);
    expect(new Set(bookings.map(({ customerId }) => customerId)).size).toBe(1);
  });
});

test('if no email can be sent, visitors cannot request a code @booking.visitor-no-mail', async () => {
  const appWithoutMail = await startApp();
  const body = { email: 'ada@example.com' };
  const refused = await send(appWithoutMail, null, 'POST', '/api/visitor-bookings/code', body);
  expect(getStatusAndBody(refused)).toEqual([409, noEmail]);
  const business = await send(appWithoutMail, null, 'GET', '/api/business');
  expect(business.json()).toMatchObject({ visitorsCanBook: false });
  await appWithoutMail.stop();
});
