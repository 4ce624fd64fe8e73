import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let app: TestApp;
let webFolder: string;
let customer: Person;
let admin: Person;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  app = await startApp({ webFolder });
  customer = await makePerson(app, 'customer');
  admin = await makePerson(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  rmSync(webFolder, { recursive: true });
});

/** Matches one sentence without markup, JSON or a stack trace. */
const sentence = /^[A-Z][^\n{}<>]{4,200}[^\s]$/;

describe('the format of a refusal', () => {
  test('is one sentence as plain text', async () => {
    const response = await send(app, customer, 'GET', '/api/appointments/999');
    expect([response.statusCode, response.body]).toEqual([404, 'Appointment not found.']);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('is problem details with a stable code for a client that accepts them', async () => {
    const response = await send(app, customer, 'GET', '/api/appointments/999', undefined, {
      accept: 'application/problem+json, application/json',
    });
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json\b/);
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Appointment not found.',
      status: 404,
      code: 'not_found',
    });
  });

  test('names every invalid field, with the first field’s message as its title @interface.field-errors', async () => {
    const response = await send(
      app,
      admin,
      'POST',
      '/api/services',
      { name: 'x', description: 'short', price: -1, duration: 0, laborHours: 0 },
      { accept: 'application/problem+json' },
    );
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Service name must be at least 2 characters',
      status: 400,
      code: 'invalid_request',
      fields: {
        name: 'Service name must be at least 2 characters',
        description: 'Description must be at least 10 characters',
        price: 'Price must be zero or more, with up to two decimal places',
        duration: 'Duration must be a positive number in minutes',
        laborHours: 'Labor hours must be a positive number',
      },
    });
  });

  test('states that nothing exists at an unknown URL, except that page URLs get the web app @interface.bad-input', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['GET', '/api'],
      ['GET', '/api?x'],
      ['POST', '/api/nothing'],
      ['POST', '/anything'],
      ['DELETE', '/api/appointments'],
      ['GET', '/assets/gone.js'],
    ] as const) {
      const response = await send(app, customer, method, url);
      expect([url, response.statusCode, response.body]).toEqual([
        url,
        404,
        "There's nothing at this address.",
      ]);
    }
    const page = await send(app, null, 'GET', '/appointments');
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('The page');
  });

  test('is one sentence even for a URL that cannot be parsed @interface.bad-input', async () => {
    for (const url of ['/api/users/%E0%A4%A', '/api/appointments/%', '/%ff']) {
      const response = await send(app, customer, 'GET', url);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
    const longUrl = await send(app, customer, 'GET', `/api/users/${'x'.repeat(5000)}`);
    expect(longUrl.statusCode).toBeGreaterThanOrEqual(400);
    expect(longUrl.statusCode).toBeLessThan(500);
    expect(longUrl.body).toMatch(sentence);
  });
});

describe('URLs with invalid values', () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '01',
    'abc',
    '2147483648',
    '99999999999',
    '1e3',
    '%00',
    '%20',
    "1'--",
    '%F0%9F%9A%97',
  ];

  test('an id that no object can have gets a 404', async () => {
    for (const resource of ['appointments', 'services', 'vehicles', 'mechanics', 'users']) {
      for (const id of ids) {
        const response = await send(app, admin, 'GET', `/api/${resource}/${id}`);
        expect([resource, id, response.statusCode]).toEqual([resource, id, 404]);
        expect(response.body).toMatch(sentence);
      }
    }
  });

  test.each([
    '/api/appointments?status=gone',
    '/api/appointments?status=',
    '/api/appointments?status=pending&status=confirmed',
    '/api/appointments?date=2026-02-30',
    '/api/appointments?from=yesterday',
    '/api/appointments?to=9999-99-99',
    '/api/appointments?when=now',
    '/api/appointments?sort=price',
    '/api/appointments?limit=0',
    '/api/appointments?limit=101',
    '/api/appointments?limit=1.5',
    '/api/appointments?search=a%00b',
    `/api/appointments?search=${'x'.repeat(101)}`,
    '/api/appointments?mechanicId=a%20b',
    '/api/appointments/counts?date=today',
    '/api/slots',
    '/api/slots?date=2026-03-04',
    '/api/slots?date=2026-03-04&serviceId=x',
    '/api/slots?date=1899-12-31&serviceId=1',
    '/api/users?role=owner',
    '/api/users?limit=1000',
    '/api/users?search=%00',
    '/api/payments?status=paid',
    '/api/payments?sort=name',
    '/api/vehicles?customerId=a%00',
    '/api/events?after=-1',
    '/api/events?after=9999999999999999999',
  ])('%s is refused with one sentence @interface.bad-input', async (url) => {
    const response = await send(app, admin, 'GET', url);
    expect(response.statusCode).toBe(400);
    expect(response.body).toMatch(sentence);
  });

  test.each(['appointments', 'payments', 'users', 'conversations'])(
    'a search of %s for fewer than three letters is refused, and a blank one lists everything @interface.search-length',
    async (list) => {
      for (const text of ['s', 'su', 'a b', '%25%25%25', '%23']) {
        const { statusCode, body } = await send(app, admin, 'GET', `/api/${list}?search=${text}`);
        expect([text, statusCode, body]).toEqual([
          text,
          400,
          list === 'appointments'
            ? 'Enter at least 3 characters or an appointment number.'
            : 'Enter at least 3 characters.',
        ]);
      }
      expect((await send(app, admin, 'GET', `/api/${list}?search=%20`)).statusCode).toBe(200);
    },
  );

  const encodeCursor = (values: unknown) =>
    Buffer.from(JSON.stringify(values)).toString('base64url');

  test.each([
    ['not base64', '%20%20'],
    ['not JSON', 'AAAA'],
    ['not a list', encodeCursor({ a: 1 })],
    ['too few values', encodeCursor(['2026-03-04'])],
    ['too many values', encodeCursor(['2026-03-04', '10:00:00', 1, 2, 3, 4])],
    ['values of other types', encodeCursor([null, {}, []])],
    ['an impossible date', encodeCursor(['2026-02-30', '10:00:00', 1])],
    ['words instead of dates and numbers', encodeCursor(['x', 'y', 'z'])],
    ['an impossible time', encodeCursor(['2026-03-04', '25:00:00', 1])],
    ['a number too large', encodeCursor(['2026-03-04', '10:00:00', 1e300])],
    ['NUL', encodeCursor(['a\u0000', 'b\u0000', 'c\u0000'])],
    ['a lone surrogate', encodeCursor(['\ud800', 'a', 'b'])],
    ['two invalid values', encodeCursor(['x', 'y'])],
    ['an impossible timestamp', encodeCursor(['2026-02-30 99:00:00+00', 1])],
  ])('an invalid cursor is refused: %s', async (_, cursor) => {
    for (const list of [
      '/api/appointments?',
      '/api/appointments?sort=-date&',
      '/api/users?',
      '/api/payments?',
      '/api/payments?sort=amount&',
      '/api/payments?sort=-status&',
      '/api/payments?sort=customer&',
    ]) {
      const response = await send(app, admin, 'GET', `${list}cursor=${cursor}`);
      // In a list sorted by name, any three strings are a valid cursor.
      const isValidCursor = /users|customer/.test(list) && response.statusCode === 200;
      if (isValidCursor) continue;
      expect([list, response.statusCode, response.body]).toEqual([
        list,
        400,
        "That page doesn't exist.",
      ]);
    }
  });
});
