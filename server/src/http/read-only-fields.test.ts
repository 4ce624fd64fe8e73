import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '@curbwrench/testing/access/all-cases';
import { forgedFieldsFor, type ForgedFields } from '@curbwrench/testing/access/forged-fields';
import {
  isAllowedToCall,
  sendCaseRequest,
  type AccessCase,
} from '@curbwrench/testing/access/run-case';
import {
  makeBusinessWithMarkers,
  viewerNames,
  type ViewerName,
  type BusinessWithMarkers,
} from '@curbwrench/testing/access/business-with-markers';
import {
  compareContents,
  readSettledDatabase,
  type CellChange,
} from '@curbwrench/testing/database-contents';
import { send } from '@curbwrench/testing/requests';

/*
 * Tests that request bodies cannot set what only the server decides. Every role requests every endpoint twice:
 * normally, and with all other known properties added to the body. The entire database is compared before and after.
 * The second request must not change any column that the first did not change, and must not store an added value.
 */

let fixture: BusinessWithMarkers;

beforeAll(async () => {
  fixture = await makeBusinessWithMarkers();
});
afterAll(() => fixture.stop());

const readSettled = () => readSettledDatabase(fixture.store);

interface RequestOutcome {
  readonly status: number;
  readonly changes: readonly CellChange[];
}

/** Sends a request about a new object, and returns the changes to the database. */
async function sendRequest(
  accessCase: AccessCase,
  viewer: ViewerName,
  viewerIndex: number,
  forgedFields?: ForgedFields,
): Promise<RequestOutcome> {
  const object = await accessCase.make?.(fixture, viewerIndex);
  const before = await readSettled();
  const parameters = {
    viewer,
    viewerIndex,
    id: object?.id ?? 0,
    isRepeat: forgedFields !== undefined,
  };
  const response = await sendCaseRequest(fixture, accessCase, parameters, (body) => ({
    ...forgedFields,
    ...body,
  }));
  return {
    status: response.statusCode,
    changes: compareContents(before, await readSettled()),
  };
}

/** Returns which columns of which tables changed, and how, without the values. */
function listChangedColumns({ changes }: RequestOutcome): string[] {
  const kind = ({ before, after }: CellChange) =>
    before === undefined ? 'new' : after === undefined ? 'deleted' : 'changed';
  return [
    ...new Set(changes.map((change) => `${kind(change)} ${change.table}.${change.column}`)),
  ].toSorted();
}

/** Returns the changed cells that contain an added value which the normal request did not store. */
function findForgedCells(
  outcome: RequestOutcome,
  normalOutcome: RequestOutcome,
  forgedFields: ForgedFields,
): string[] {
  const forgedValues = new Set(Object.values(forgedFields).map((value) => JSON.stringify(value)));
  const normalCells = new Set(
    normalOutcome.changes.map(({ column, after }) => `${column} ${JSON.stringify(after)}`),
  );
  return outcome.changes.flatMap(({ table, column, after }) => {
    const value = JSON.stringify(after);
    const isForged = forgedValues.has(value) || /claimed/i.test(value ?? '');
    return isForged && !normalCells.has(`${column} ${value}`)
      ? [`${table}.${column} = ${value}`]
      : [];
  });
}

const casesWithBody = allCases.filter(({ body }) => body);

test('every endpoint with a body is tested @access.read-only-fields', () => {
  const testedEndpoints = new Set<EndpointName>(casesWithBody.map(({ endpoint }) => endpoint));
  // Tested elsewhere: its body has only the name of a demo account.
  testedEndpoints.add('openDemoSession');
  const endpointsWithBody = (Object.keys(endpointSchemas) as EndpointName[]).filter(
    (name) => 'body' in endpointSchemas[name],
  );
  expect(endpointsWithBody.filter((name) => !testedEndpoints.has(name))).toEqual([]);
});

/** Returns one caller of each kind that the endpoint treats differently. */
function listCallers({ permission }: AccessCase): readonly ViewerName[] {
  if (permission === 'public' || permission === 'invitations.accept') return ['nobody', 'owner'];
  return permission === 'account' ? ['nobody', 'deactivated', 'owner', 'admin'] : viewerNames;
}

describe.each(casesWithBody.map((accessCase) => [accessCase.name, accessCase] as const))(
  '%s',
  (_, accessCase) => {
    const viewers = listCallers(accessCase);

    test('ignores added properties for callers with access @access.read-only-fields', async () => {
      const contents = await readSettled();
      for (const [viewerIndex, viewer] of viewers.entries()) {
        if (!isAllowedToCall(accessCase, viewer)) continue;
        const forgedFields = forgedFieldsFor(fixture, contents, accessCase, viewer);
        const normalOutcome = await sendRequest(accessCase, viewer, viewerIndex);
        const forgedOutcome = await sendRequest(accessCase, viewer, viewerIndex, forgedFields);
        // Some bodies allow no other properties, and are refused entirely.
        expect([viewer, [normalOutcome.status, 400].includes(forgedOutcome.status)]).toEqual([
          viewer,
          true,
        ]);
        const normalColumns = forgedOutcome.status < 400 ? listChangedColumns(normalOutcome) : [];
        const otherColumns = listChangedColumns(forgedOutcome).filter(
          (column) => !normalColumns.includes(column),
        );
        expect([viewer, otherColumns]).toEqual([viewer, []]);
        expect([viewer, findForgedCells(forgedOutcome, normalOutcome, forgedFields)]).toEqual([
          viewer,
          [],
        ]);
      }
    });

    test('changes nothing for callers without access, whatever the body contains @access.session', async () => {
      const object = await accessCase.make?.(fixture, 0);
      const contents = await readSettled();
      for (const viewer of viewers.filter((each) => !isAllowedToCall(accessCase, each))) {
        const forgedFields = forgedFieldsFor(fixture, contents, accessCase, viewer);
        const parameters = { viewer, viewerIndex: 0, id: object?.id ?? 0 };
        const response = await sendCaseRequest(fixture, accessCase, parameters, (body) => ({
          ...forgedFields,
          ...body,
        }));
        expect([viewer, [401, 403].includes(response.statusCode)]).toEqual([viewer, true]);
      }
      expect(compareContents(contents, await readSettled())).toEqual([]);
    });
  },
);

test('a change to an appointment with any unknown property is refused @access.read-only-fields', async () => {
  const contents = await readSettled();
  for (const accessCase of casesWithBody.filter(
    ({ endpoint }) => endpoint === 'changeAppointment',
  )) {
    for (const viewer of ['owner', 'advisor'] as const) {
      const forgedFields = Object.entries({
        ...forgedFieldsFor(fixture, contents, accessCase, viewer),
        price: 0,
        customerId: 'other-1',
      });
      const object = await accessCase.make?.(fixture, 0);
      const parameters = { viewer, viewerIndex: 0, id: object?.id ?? 0 };
      const before = await readSettled();
      for (const [name, value] of forgedFields) {
        const response = await sendCaseRequest(fixture, accessCase, parameters, (body) => ({
          ...body,
          [name]: value,
        }));
        expect([accessCase.name, viewer, name, response.statusCode]).toEqual([
          accessCase.name,
          viewer,
          name,
          400,
        ]);
      }
      expect(compareContents(before, await readSettled())).toEqual([]);
    }
  }
  // More than a thousand requests, one for each property name.
}, 60_000);

test('headers and query parameters cannot claim another identity @access.session', async () => {
  const { id, email } = fixture.secondAdmin;
  for (const [url, headers] of [
    [`/api/admin/stats?role=admin&userId=${id}`, {}],
    ['/api/admin/stats', { 'x-user-id': id, 'x-role': 'admin', authorization: `Bearer ${id}` }],
    ['/api/admin/stats', { 'x-http-method-override': 'GET', 'x-forwarded-user': email }],
  ] as const) {
    expect((await send(fixture, fixture.owner, 'GET', url, undefined, headers)).statusCode).toBe(
      403,
    );
    expect((await send(fixture, null, 'GET', url, undefined, headers)).statusCode).toBe(401);
  }
});
