import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '@curbwrench/testing/builders';
import { seedData, snapshotData } from '@curbwrench/testing/seed-data';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let mechanic: Person;
let admin: Person;
let vehicleId: number;
let serviceId: number;
let appointmentId: number;

beforeAll(async () => {
  app = await startApp();
  ({ customer, admin, mechanic, vehicleId, serviceId, appointmentId } = await seedData(app));
});
afterAll(() => app.stop());

/** Matches one sentence without markup, JSON or a stack trace. */
const sentence = /^[A-Z][^\n{}<>]{4,200}[^\s]$/;

describe('invalid request bodies @interface.bad-input', () => {
  const endpoints = [
    ['POST', '/api/appointments'],
    ['PATCH', '/api/appointments/1'],
    ['PATCH', '/api/mechanics/status'],
    ['POST', '/api/users/role'],
    ['POST', '/api/services'],
    ['PATCH', '/api/services/1'],
    ['POST', '/api/vehicles'],
    ['PATCH', '/api/vehicles/1'],
  ] as const;
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const bodies: readonly (readonly [string, string, string, readonly number[]])[] = [
    ['broken JSON', 'application/json', '{"date": ', [400]],
    ['not JSON at all', 'application/json', 'hello', [400]],
    ['an empty body that is declared as JSON', 'application/json', '', [400]],
    ['plain text', 'text/plain', 'hello', [415]],
    ['XML', 'application/xml', '<a/>', [415]],
    ['a form', 'multipart/form-data; boundary=x', '--x--', [415]],
    ['another charset', 'application/json; charset=utf-7', '+', [400, 415]],
    ['more than 64 kB', 'application/json', JSON.stringify({ notes: 'x'.repeat(100_000) }), [413]],
    ['an array', 'application/json', '[]', [400]],
    ['a number', 'application/json', '1e999', [400]],
    ['null', 'application/json', 'null', [400]],
    ['a string', 'application/json', '"hello"', [400]],
    ['deep nesting', 'application/json', deep, [400]],
    ['deep nesting in a field', 'application/json', `{"date":${deep}}`, [400]],
    ['a __proto__ property', 'application/json', '{"__proto__":{"role":"admin"}}', [400]],
    [
      'a constructor property',
      'application/json',
      '{"constructor":{"prototype":{"role":"admin"}}}',
      [400],
    ],
  ];

  test.each(bodies)(
    '%s is refused with one sentence and changes nothing @interface.bad-input',
    async (_, contentType, payload, statuses) => {
      const before = await snapshotData(app);
      for (const [method, url] of endpoints) {
        const sender = url.includes('mechanics')
          ? mechanic
          : url === '/api/appointments'
            ? customer
            : admin;
        const response = await app.server.inject({
          method,
          url,
          headers: { ...sender.headers, 'content-type': contentType },
          payload,
        });
        expect([url, statuses.includes(response.statusCode), response.statusCode]).toEqual([
          url,
          true,
          response.statusCode,
        ]);
        expect([url, response.body]).toEqual([url, expect.stringMatching(sentence)]);
      }
      expect(await snapshotData(app)).toBe(before);
      expect(Reflect.get({}, 'role')).toBeUndefined();
    },
  );

  test('a missing body is refused if one is required', async () => {
    for (const [method, url] of endpoints) {
      const sender = url.includes('mechanics')
        ? mechanic
        : url === '/api/appointments'
          ? customer
          : admin;
      const response = await send(app, sender, method, url);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
  });

  test('a change whose body is an empty object is refused', async () => {
    const before = await snapshotData(app);
    for (const [sender, url] of [
      [customer, `/api/appointments/${appointmentId}`],
      [customer, `/api/vehicles/${vehicleId}`],
      [admin, `/api/services/${serviceId}`],
      [mechanic, '/api/mechanics/status'],
    ] as const) {
      const response = await send(app, sender, 'PATCH', url, {});
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test('if a property is repeated, the last value counts, as in JSON.parse', async () => {
    const response = await app.server.inject({
      method: 'PATCH',
      url: `/api/appointments/${appointmentId}`,
      headers: { ...customer.headers, 'content-type': 'application/json' },
      payload: '{"notes":"first","notes":"Untouched."}',
    });
    expect(response.json()).toMatchObject({ notes: 'Untouched.' });
  });
});
