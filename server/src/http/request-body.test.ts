import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/* Bodies that can't be decoded exactly are refused, so that stored text is exactly what was sent. */

let app: TestApp;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
  customer = await makePerson(app, 'customer');
});
afterAll(() => app.stop());

const json = { 'content-type': 'application/json' };

function addVehicle(payload: Buffer, headers: Readonly<Record<string, string>> = json) {
  return app.server.inject({
    method: 'POST',
    url: '/api/vehicles',
    headers: { ...customer.headers, ...headers },
    payload,
  });
}

async function readMakes(): Promise<string[]> {
  const { rows } = await sql<{ make: string }>`
    select make from vehicles order by id`.execute(app.store.kysely);
  return rows.map(({ make }) => make);
}

/** Returns a body with raw bytes between two strings. */
function bodyWithBytes(before: string, bytes: readonly number[], after: string): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const validBody = Buffer.from('{"make":"Fiat","model":"Uno","year":1990}');

test.each([
  ['Latin-1', bodyWithBytes('{"make":"Citro', [0xeb], 'n","model":"2CV","year":1980}')],
  ['an incomplete character', bodyWithBytes('{"make":"', [0xc3], '","model":"2CV","year":1980}')],
  ['a surrogate', bodyWithBytes('{"make":"', [0xed, 0xa0, 0x80], '","model":"2CV","year":1980}')],
  ['an overlong NUL', bodyWithBytes('{"make":"a', [0xc0, 0x80], '","model":"2CV","year":1980}')],
  [
    'an invalid byte in a property name',
    bodyWithBytes('{"', [0xff], '":1,"make":"Fiat","model":"Uno","year":1990}'),
  ],
])('bytes that are not UTF-8 are refused: %s @interface.encoding', async (_, payload) => {
  const before = await readMakes();
  const response = await addVehicle(payload);
  expect([response.statusCode, response.body]).toEqual([400, 'The body must be text in UTF-8.']);
  expect(await readMakes()).toEqual(before);
});

test.each(['latin1', 'utf-16', '"iso-8859-1"', 'utf-7'])(
  'a body that declares another charset is refused: %s',
  async (charset) => {
    const before = await readMakes();
    const response = await addVehicle(validBody, {
      'content-type': `application/json; charset=${charset}`,
    });
    expect([response.statusCode, response.body]).toEqual([415, 'The body must be JSON in UTF-8.']);
    expect(await readMakes()).toEqual(before);
  },
);

test.each(['gzip', 'br', 'identity', 'gzip, br', 'x'])(
  'a body with a Content-Encoding header is refused, compressed or not: %s',
  async (encoding) => {
    const before = await readMakes();
    for (const payload of [validBody, gzipSync(validBody)]) {
      const response = await addVehicle(payload, { ...json, 'content-encoding': encoding });
      expect([response.statusCode, response.headers['accept-encoding'], response.body]).toEqual([
        415,
        'identity',
        'The body must not be compressed or encoded in any way.',
      ]);
    }
    expect(await readMakes()).toEqual(before);
  },
);

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('non-ASCII characters are stored as sent: %s', async (contentType) => {
  const make = 'Citroën ☃ 🔧';
  const body = JSON.stringify({ make, model: '2CV', year: 1980 });
  const response = await addVehicle(Buffer.from(body), { 'content-type': contentType });
  expect([response.statusCode, response.json<{ make: string }>().make]).toEqual([201, make]);
});
