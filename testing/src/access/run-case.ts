import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { AccessRow, Scope } from '@curbwrench/contract/api/access';
import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import { endpoints, buildPath, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { sql } from 'kysely';
import type { Person } from '../builders.ts';
import { send, type TestResponse } from '../requests.ts';
import { expectedFields, expectedScope, expectedVerbs } from './expected-access.ts';
import {
  columnByViewer,
  viewerNames,
  type ViewerName,
  type BusinessWithMarkers,
} from './business-with-markers.ts';

/** The object of a request, and the people it belongs to. */
export interface CaseObject {
  readonly id: string | number;
  /** The customer whom the object belongs to. */
  readonly ownerId?: string;
  /** The mechanic whose job the object belongs to. */
  readonly mechanicId?: string;
  /** The person who counts as "self" for the object; by default the person whose id is the object's id. */
  readonly selfId?: string;
  /** Whether the object is a customer, for viewers whose scope is only customers. */
  readonly isCustomer?: boolean;
}

/** One request about one kind of object, to be sent by every viewer. */
export interface AccessCase {
  readonly name: string;
  readonly endpoint: EndpointName;
  /** The expected row of the access table. A test compares it with the endpoint's row in the contract. */
  readonly permission: AccessRow;
  /** For changes to appointments: the word for this change in the access table. */
  readonly verb?: string;
  /** Creates the object. `viewerIndex` distinguishes the objects of different viewers. */
  readonly make?: (fixture: BusinessWithMarkers, viewerIndex: number) => Promise<CaseObject>;
  /** An id that does not exist. */
  readonly missingId?: string | number;
  /** The query string; if it ends with `=`, the id is appended. */
  readonly query?: string;
  readonly body?: (fixture: BusinessWithMarkers, caseRequest: CaseRequest) => object;
  /** Instead of `body`: a CSV file. */
  readonly file?: string;
  /** The status for allowed viewers: by default 201 for a POST, 204 for a DELETE, and otherwise 200. */
  readonly allowedStatus?: number;
  /** The status for a missing object or someone else's object: by default 404. */
  readonly hiddenStatus?: number;
  /** Whether the response is a list, which must contain the object only for viewers who may see it. */
  readonly isList?: boolean;
  /** Whether the response is a document; its content is tested with its route. */
  readonly isDocument?: boolean;
}

/** A request made for a case. */
export interface CaseRequest {
  readonly viewer: ViewerName;
  readonly id: string | number;
  readonly viewerIndex: number;
  /** Whether the request is sent again; it then needs a different body to get the same result. */
  readonly isRepeat?: boolean;
}

/** An expected and an actual result, which must be equal. */
export interface Comparison {
  /**
   * What is compared: the status and body with a cell of the access table, the markers found in a response with those
   * that the viewer may see, or two responses that must be identical.
   */
  readonly kind: 'cell' | 'search' | 'pair';
  readonly expected: object;
  readonly actual: object;
}

const signInMessage = 'Please log in first.';
const forbiddenMessage = "You don't have permission to do that.";

/** Sends a case's request as every viewer, about an existing object and a missing one. */
export async function* runCase(
  fixture: BusinessWithMarkers,
  accessCase: AccessCase,
): AsyncGenerator<Comparison> {
  for (const [viewerIndex, viewer] of viewerNames.entries()) {
    const person = fixture.people[viewer];
    const object = await accessCase.make?.(fixture, viewerIndex);
    const sendFor = (id: string | number) =>
      sendCaseRequest(fixture, accessCase, { viewer, id, viewerIndex });
    const foundResponse = await sendFor(object?.id ?? 0);
    yield compareWithExpected(accessCase, viewer, person, object, foundResponse);
    yield checkMarkers(fixture, viewer, foundResponse);
    if (accessCase.missingId === undefined || accessCase.isList) continue;

    const missingResponse = await sendFor(accessCase.missingId);
    yield compareWithExpected(accessCase, viewer, person, null, missingResponse);
    yield checkMarkers(fixture, viewer, missingResponse);
    // For someone else's object, the response must be byte-for-byte the same as for a missing object.
    if (object && isOutOfScope(accessCase, viewer, person, object)) {
      yield {
        kind: 'pair',
        expected: pickComparedParts(missingResponse),
        actual: pickComparedParts(foundResponse),
      };
    }
  }
}

/** Sends a request for a case; `alter` may change the body. */
export async function sendCaseRequest(
  fixture: BusinessWithMarkers,
  accessCase: AccessCase,
  caseRequest: CaseRequest,
  alter: (body: object) => object = (body) => body,
): Promise<TestResponse> {
  const { method, path } = endpoints[accessCase.endpoint];
  // A missing route would return the same 404 as someone else's object.
  if (!fixture.server.hasRoute({ method, url: path }))
    throw new Error(`There is no route for ${accessCase.endpoint}.`);
  const query = accessCase.query
    ? `?${accessCase.query}${accessCase.query.endsWith('=') ? caseRequest.id : ''}`
    : '';
  const url =
    buildPath(path, { id: caseRequest.id, date: caseRequest.id, name: caseRequest.id }) + query;
  const response = await send(
    fixture,
    fixture.people[caseRequest.viewer],
    method,
    url,
    accessCase.file === undefined
      ? accessCase.body && alter(accessCase.body(fixture, caseRequest))
      : Readable.from([accessCase.file]),
    accessCase.file === undefined ? {} : { 'content-type': 'text/csv' },
  );
  // Rate limits have their own tests.
  await sql`delete from rate_limits`.execute(fixture.store.kysely);
  return response;
}

/**
 * Compares a response with the access table. `object` is null if it does not exist, undefined if the endpoint takes no
 * object.
 */
function compareWithExpected(
  accessCase: AccessCase,
  viewer: ViewerName,
  person: Person | null,
  object: CaseObject | null | undefined,
  response: TestResponse,
): Comparison {
  const scope = findScope(accessCase, viewer);
  const compareStatus = (status: number, body: unknown): Comparison => ({
    kind: 'cell',
    expected: { viewer, status, body },
    actual: { viewer, status: response.statusCode, body: response.body.slice(0, 300) },
  });
  if (scope === 'none') {
    return columnByViewer[viewer] === 'visitor'
      ? compareStatus(401, signInMessage)
      : compareStatus(403, forbiddenMessage);
  }
  if (accessCase.isList && object) {
    const isListed = idsIn(response).includes(object.id);
    return {
      kind: 'cell',
      expected: {
        viewer,
        status: 200,
        listed: isWithinScope(scope, person, object),
        ...expectedReply(accessCase),
      },
      actual: {
        viewer,
        status: response.statusCode,
        listed: isListed,
        ...actualReply(accessCase, response),
      },
    };
  }
  if (object === null || (object && !isWithinScope(scope, person, object))) {
    return compareStatus(accessCase.hiddenStatus ?? 404, getPlainMessage(response));
  }
  if (
    accessCase.verb &&
    !expectedVerbs(columnByViewer[viewer]).includes(resolveVerb(accessCase.verb, viewer))
  ) {
    return compareStatus(403, getPlainMessage(response));
  }
  const fields = expectedFields(accessCase.permission, columnByViewer[viewer]);
  return {
    kind: 'cell',
    expected: {
      viewer,
      status: getAllowedStatus(accessCase),
      ...expectedReply(accessCase),
      ...(fields && { fields }),
    },
    actual: {
      viewer,
      status: response.statusCode,
      ...actualReply(accessCase, response),
      ...(fields && { fields: fieldsIn(response) }),
    },
  };
}

function isOutOfScope(
  accessCase: AccessCase,
  viewer: ViewerName,
  person: Person | null,
  object: CaseObject,
): boolean {
  const scope = findScope(accessCase, viewer);
  return scope !== 'none' && !isWithinScope(scope, person, object);
}

/** Returns whether a viewer may use the endpoint at all, according to the access table. */
export function isAllowedToCall(accessCase: AccessCase, viewer: ViewerName): boolean {
  return findScope(accessCase, viewer) !== 'none';
}

/** Returns which objects a viewer may access. No viewer here is an admin who also works as a mechanic. */
function findScope(accessCase: AccessCase, viewer: ViewerName): Exclude<Scope, 'self_as_mechanic'> {
  const scope = expectedScope(accessCase.permission, columnByViewer[viewer]);
  return scope === 'self_as_mechanic' ? 'none' : scope;
}

function isWithinScope(
  scope: ReturnType<typeof findScope>,
  person: Person | null,
  object: CaseObject,
): boolean {
  switch (scope) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'own':
    case 'of_own_appointment':
      return object.ownerId === person?.id;
    case 'self':
      return (object.selfId ?? object.id) === person?.id;
    case 'assigned':
    case 'of_own_jobs':
      return object.mechanicId === person?.id;
    case 'customers':
      return object.isCustomer === true;
  }
}

/** Returns the table's word for a change: a mechanic who unassigns themselves "declines". */
function resolveVerb(verb: string, viewer: ViewerName): string {
  return verb === 'unassign' && columnByViewer[viewer] === 'mechanic' ? 'decline' : verb;
}

function getAllowedStatus({ allowedStatus, endpoint }: AccessCase): number {
  const defaultStatuses = { GET: 200, PATCH: 200, POST: 201, DELETE: 204 };
  return allowedStatus ?? defaultStatuses[endpoints[endpoint].method];
}

/** Returns the expected properties of an allowed viewer's response: it matches its schema and has no other fields. */
function expectedReply(accessCase: AccessCase): object {
  if (getAllowedStatus(accessCase) > 299) return { isPlainMessage: true };
  return {
    unexpected: [],
    empty: endpointSchemas[accessCase.endpoint].reply === null && !accessCase.isDocument,
  };
}

function actualReply(accessCase: AccessCase, response: TestResponse): object {
  const isPlain = response.body === getPlainMessage(response);
  if (response.statusCode > 299) {
    const isAccessError = [signInMessage, forbiddenMessage].includes(response.body);
    return { isPlainMessage: isPlain && !isAccessError };
  }
  const { reply } = endpointSchemas[accessCase.endpoint];
  if (reply === null || response.body === '')
    return { unexpected: [], empty: response.body === '' };
  const body = response.json<unknown>();
  return { unexpected: isDeepStrictEqual(reply.parse(body), body) ? [] : [body], empty: false };
}

/** Returns the body if it is one line of plain text, otherwise a placeholder that does not match it. */
function getPlainMessage({ body }: TestResponse): string {
  return /^[A-Z][^\n{}<>]{4,200}$/.test(body) ? body : 'A plain message.';
}

/** Checks that a response contains no marker that this viewer may not see. */
function checkMarkers(
  fixture: BusinessWithMarkers,
  viewer: ViewerName,
  response: TestResponse,
): Comparison {
  const responseText = `${response.body}\n${JSON.stringify(response.headers)}`;
  const leaked = fixture.markers.filter(
    ({ text, visibleTo }) => responseText.includes(text) && !visibleTo.includes(viewer),
  );
  return {
    kind: 'search',
    expected: { viewer, leaked: [] },
    actual: { viewer, leaked: leaked.map(({ text }) => text) },
  };
}

/**
 * Returns what must be identical in two responses: everything except the date and the number of the last live event,
 * which may have increased in between.
 */
function pickComparedParts({ statusCode, headers, body }: TestResponse): object {
  const { date: _, [lastEventHeader]: _lastEvent, ...others } = headers;
  return { statusCode, headers: others, body };
}

/** Returns the properties of a response, in alphabetical order. */
function fieldsIn({ statusCode, body }: TestResponse): string[] {
  return statusCode < 300 ? Object.keys(JSON.parse(body) as object).toSorted() : [];
}

function idsIn(response: TestResponse): unknown[] {
  const body: unknown = response.statusCode === 200 ? response.json() : [];
  return Array.isArray(body) ? body.map((row) => Reflect.get(Object(row), 'id') as unknown) : [];
}
