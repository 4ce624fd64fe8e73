import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '@curbwrench/contract/api/endpoints';
import { redact } from './log-options.ts';
import { allCases } from '@curbwrench/testing/access/all-cases';
import { sendCaseRequest } from '@curbwrench/testing/access/run-case';
import {
  makeBusinessWithMarkers,
  viewerNames,
  type ViewerName,
  type BusinessWithMarkers,
} from '@curbwrench/testing/access/business-with-markers';
import { send, type TestResponse } from '@curbwrench/testing/requests';

/*
 * Tests what responses and logs reveal when something fails. Sends requests as several callers with the most
 * verbose log level, then again with a database that is broken, rejects rows or is disconnected.
 */

let fixture: BusinessWithMarkers;
const lines: string[] = [];

beforeAll(async () => {
  fixture = await makeBusinessWithMarkers({
    logLevel: 'trace',
    logSink: { write: (line) => lines.push(line) },
  });
});
afterAll(() => fixture.stop());

/** Sends a request to every endpoint as each of these callers, and returns the responses. */
async function requestAllEndpoints(
  viewers: readonly ViewerName[],
): Promise<[string, TestResponse][]> {
  const responses: [string, TestResponse][] = [];
  for (const accessCase of allCases) {
    const requests = viewers.map(async (viewer): Promise<[string, TestResponse]> => {
      const parameters = { viewer, viewerIndex: 0, id: accessCase.missingId ?? 0 };
      return [
        `${accessCase.name} as ${viewer}`,
        await sendCaseRequest(fixture, accessCase, parameters),
      ];
    });
    responses.push(...(await Promise.all(requests)));
  }
  return responses;
}

/** Returns everything that must never be in a log: personal data and secrets. */
function listSecrets(): string[] {
  return [
    ...fixture.markers.map(({ text }) => text),
    ...viewerNames.flatMap((viewer) => fixture.people[viewer]?.headers.cookie ?? []),
    'correct horse battery',
    'a-token-that-nobody-ever-got',
    '@new.example',
    '@mail.example',
    'Elm Street',
    'Buzzer 4821',
    'Newcomer',
    fixture.authSecret,
  ];
}

function findIn(text: string, unwanted: readonly (string | RegExp)[]): string[] {
  return unwanted
    .filter((one) => (typeof one === 'string' ? text.includes(one) : one.test(text)))
    .map(String);
}

/** Internals that no response may reveal. */
const internals = [
  /\bat .*:\d+:\d+/,
  /node_modules|\/server\/|\.[tj]s\b|file:/,
  /\b(select .* from|insert into|relation "|column "|constraint|syntax error|violates)/i,
  /\b(postgres|pglite|kysely|fastify|zod|better-auth|sql)\b/i,
  /\b(Error|undefined|null pointer|\[object)\b/,
];

describe('without failures', () => {
  test('the log contains no personal data @data.logs', async () => {
    await requestAllEndpoints(['nobody', 'owner', 'assigned mechanic', 'admin']);
    fixture.server.log.info('All requests were sent.');
    expect(lines.join('')).toContain('All requests were sent.');
    expect(findIn(lines.join(''), listSecrets())).toEqual([]);
  });
});

/** Ways in which the database can fail while the server runs: a title, SQL that breaks it, and SQL that repairs it. */
const failures: readonly (readonly [string, string, string])[] = [
  [
    'a missing appointments table',
    'alter table appointments rename to renamed',
    'alter table renamed rename to appointments',
  ],
  [
    'a missing people table',
    'alter table people rename to renamed',
    'alter table renamed rename to people',
  ],
  [
    'a missing column',
    'alter table people rename last_name to renamed',
    'alter table people rename renamed to last_name',
  ],
  [
    'rejected rows whose values are in the error message',
    `do $do$
      declare table_name text;
      begin
        create function reject_all() returns trigger language plpgsql as $$
        begin
          raise exception 'refused %', to_json(new) using errcode = '23514';
        end $$;
        foreach table_name in array array['vehicles', 'services', 'appointments', 'people', 'accounts', 'emails'] loop
          execute format('create trigger reject_all before insert or update on %I
            for each row execute function reject_all()', table_name);
        end loop;
      end $do$`,
    'drop function reject_all() cascade',
  ],
];

describe.each(failures)('with %s', (_, breakSql, repairSql) => {
  test('responses reveal no internals, and the log contains no personal data @data.logs', async () => {
    lines.length = 0;
    const responses: [string, TestResponse][] = [];
    await sql.raw(breakSql).execute(fixture.store.kysely);
    try {
      responses.push(...(await requestAllEndpoints(['owner', 'admin'])));
    } finally {
      await sql.raw(repairSql).execute(fixture.store.kysely);
    }
    const failed = responses.filter(([, { statusCode }]) => statusCode >= 500);
    expect(failed.length).toBeGreaterThan(0);
    for (const [name, { statusCode, body, headers }] of responses) {
      const revealed = statusCode > 299 ? `${body}\n${JSON.stringify(headers)}` : '';
      expect([name, findIn(revealed, internals)]).toEqual([name, []]);
    }
    for (const [name, { body, headers }] of failed) {
      expect([name, body]).toEqual([name, 'Something went wrong on our side. Please try again.']);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    }
    // The log contains the stack trace, so that the error can be fixed.
    expect(lines.filter((line) => /"A request failed\."/.test(line))).toHaveLength(failed.length);
    expect(lines.join('')).toMatch(/"code":"\w{5}".*"at":\["at /);
    expect(findIn(lines.join(''), listSecrets())).toEqual([]);
  });
});

test('without a database, the response to every request is one sentence that reveals no internals @interface.busy', async () => {
  const disconnectedFixture = await makeBusinessWithMarkers({
    logLevel: 'trace',
    logSink: { write: (line) => lines.push(line) },
  });
  lines.length = 0;
  await disconnectedFixture.store.close();
  for (const { method, path } of Object.values(endpoints)) {
    if (path === '/api/events') continue;
    const url = path.replace(/:\w+/, '1');
    const response = await send(
      disconnectedFixture,
      disconnectedFixture.owner,
      method,
      url,
      method === 'GET' ? undefined : {},
    );
    expect([path, findIn(response.body, internals)]).toEqual([path, []]);
    expect([path, response.body]).toEqual([path, expect.stringMatching(/^[A-Z{[][^\n]*$/)]);
  }
  expect(
    findIn(
      lines.join(''),
      disconnectedFixture.markers.map(({ text }) => text),
    ),
  ).toEqual([]);
  // May fail, since the server tries to close the database, which is already closed.
  await disconnectedFixture.server.close().catch(() => {});
});

describe('redacting a log line @protection.log-injection', () => {
  test.each([
    ['an email address', 'mail to dana.doe+x@example.co.uk failed', 'mail to [email] failed'],
    ['a phone number', 'call +1 (555) 010-0199 now', 'call [phone] now'],
    ['a local phone number', 'call (555) 010-0199 now', 'call [phone] now'],
    ['an IPv4 address', 'from 203.0.113.7 came', 'from [ip] came'],
    ['an IPv6 address', 'from 2001:db8:0:1::17 came', 'from [ip] came'],
    ['a token', 'token AbC3_dEf-ghIJklmNopq45rsT seen', 'token [secret] seen'],
    ['a cookie', 'a=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA%3D', 'a=[secret]%3D'],
  ])('replaces %s', (_, line, redacted) => {
    expect(redact(line)).toBe(redacted);
  });

  test.each([
    '{"level":50,"time":1772557200000,"pid":123456,"hostname":"web-1","code":"42P01"}',
    'at checkRateLimit (file:///srv/server/dist/application/check-rate-limit.js:123:45)',
    '"at":["at Object.handler (/srv/curbwrench/server/dist/http/endpoint.js:71:22)"]',
    '2026-03-03T17:00:00.000Z',
    'appointments_one_in_progress',
  ])('leaves a line that only looks similar unchanged: %s', (line) => {
    expect(redact(line)).toBe(line);
  });
});
