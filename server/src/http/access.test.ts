import { access, rowsWithOptionalSession } from '@curbwrench/contract/api/access';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { allCases } from '@curbwrench/testing/access/all-cases';
import { makeJob } from '@curbwrench/testing/access/appointment-cases';
import { expectedRowNames, expectedRows } from '@curbwrench/testing/access/expected-access';
import { declaredCells, findUncoveredEndpoints } from '@curbwrench/testing/access/contract-table';
import { runCase } from '@curbwrench/testing/access/run-case';
import {
  makeBusinessWithMarkers,
  type BusinessWithMarkers,
} from '@curbwrench/testing/access/business-with-markers';
import { read, send } from '@curbwrench/testing/requests';
import type { EndpointRequest } from './endpoint.ts';

/*
 * Tests the entire access table: every endpoint, with every kind of caller, on an object that exists and on an object
 * that does not. The expected response is derived from `testing/src/access/expected-access.ts`. A new endpoint needs a
 * case in that folder.
 */

let fixture: BusinessWithMarkers;

beforeAll(async () => {
  fixture = await makeBusinessWithMarkers();
});
afterAll(() => fixture.stop());

describe('the access table @access.table', () => {
  const rows = new Set(declaredCells().map(({ row }) => row));

  test.each([...rows])('grants each role the expected access in the row %s', (name) => {
    const cells = declaredCells().filter(({ row }) => row === name);
    expect(cells.map(({ viewer, declared }) => [viewer, declared])).toEqual(
      cells.map(({ viewer, expected }) => [viewer, expected]),
    );
  });

  test('contains exactly the expected rows @access.table', () => {
    const mappedNames = new Set(Object.values(expectedRowNames));
    expect([...expectedRows.keys()].filter((name) => !mappedNames.has(name))).toEqual([]);
    expect([...mappedNames].filter((name) => !expectedRows.has(name))).toEqual([]);
  });
});

test('every endpoint has a test case for the row that guards it @access.table', () => {
  expect(findUncoveredEndpoints(fixture)).toEqual([]);
});

test.each(allCases.map((accessCase) => [accessCase.name, accessCase] as const))(
  '%s: each caller gets the expected response @access.objects',
  async (_, accessCase) => {
    for await (const { expected, actual } of runCase(fixture, accessCase))
      expect(actual).toEqual(expected);
  },
);

describe('GET endpoints that are open to visitors', () => {
  const openEndpoints = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => access[endpointAccess[name]].visitor !== 'none' && endpoints[name].method === 'GET',
  );

  test('read no session unless they depend on who is signed in @access.visitors', async () => {
    const withoutSession = openEndpoints.filter(
      (name) => !rowsWithOptionalSession.some((row) => row === endpointAccess[name]),
    );
    expect(withoutSession).toContain('listServiceAreas');
    await sql`alter table sessions rename to renamed_sessions`.execute(fixture.store.kysely);
    try {
      for (const name of withoutSession) {
        const path = endpoints[name].path.replace(':id', '999999');
        const { statusCode } = await send(fixture, fixture.people.owner, 'GET', path);
        expect([name, statusCode < 500]).toEqual([name, true]);
      }
    } finally {
      await sql`alter table renamed_sessions rename to sessions`.execute(fixture.store.kysely);
    }
  });

  test('ignore an invalid cookie @access.visitors', async () => {
    const headers = { cookie: 'better-auth.session_token=nonsense; __Secure-x=%%%' };
    for (const name of openEndpoints) {
      const path = endpoints[name].path.replace(':id', '999999');
      const withCookie = await send(fixture, { headers }, 'GET', path);
      const withoutCookie = await send(fixture, null, 'GET', path);
      expect([name, withCookie.statusCode, withCookie.body]).toEqual([
        name,
        withoutCookie.statusCode,
        withoutCookie.body,
      ]);
    }
  });

  test('pass the signed-in person only to handlers whose response depends on who is signed in @access.visitors', () => {
    expectTypeOf<EndpointRequest<'listServiceAreas'>>().not.toHaveProperty('viewer');
    expectTypeOf<EndpointRequest<'listSlots'>['viewer']>().toBeNullable();
    expectTypeOf<EndpointRequest<'listVehicles'>['viewer']>().not.toBeNullable();
  });
});

test('a mechanic cannot find a customer by email address, which mechanics may not see @access.mechanic-view', async () => {
  await makeJob(fixture, 0);
  const search = async (person: 'assigned mechanic' | 'owner', text: string) =>
    read<unknown[]>(
      fixture,
      fixture.people[person],
      `/api/appointments?status=confirmed&search=${text}`,
    );
  expect(await search('assigned mechanic', 'Lastowner1mark')).toHaveLength(1);
  expect(await search('assigned mechanic', 'owner1mark@')).toEqual([]);
  expect(await search('assigned mechanic', 'mail.example')).toEqual([]);
  expect(await search('owner', 'mail.example')).toHaveLength(1);
});
