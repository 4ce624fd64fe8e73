import { roles, type Role } from '@curbwrench/contract/people/roles';
import fc from 'fast-check';
import { completeRequest, type BadRequest } from './bad-request.ts';
import { validEntries, type Entry, type EndpointShape } from './schema-values.ts';
import type { TestData } from './server-under-test.ts';

const jsonContentType = 'content-type: application/json';

/** The endpoint to generate a request for, and the caller who sends it. */
export interface RequestPlan {
  readonly shape: EndpointShape;
  readonly caller: Role | 'visitor';
  /** The client address in X-Forwarded-For: rate limits count each address separately. */
  readonly address: string;
}

/** Every kind of caller. */
export const callers: readonly RequestPlan['caller'][] = ['visitor', ...roles];

/**
 * Endpoints that end the caller's session or account, so they are requested by a person whom no other request needs.
 */
const sessionEndingEndpoints = new Set([
  'signOut',
  'deleteAccount',
  'changePassword',
  'revokeSession',
  'revokeOtherSessions',
]);

interface RequestParts {
  readonly target: string;
  readonly headerLines: readonly string[];
  readonly json: string | null;
}

/** Returns the request for a plan; `description` is for the report. */
export function makeRequest(
  requestPlan: RequestPlan,
  testData: TestData,
  description: string,
  { target, headerLines, json }: RequestParts,
  refusalReason: string | null = null,
): BadRequest {
  const allLines = [
    ...headerLinesFor(requestPlan, testData),
    ...(json === null ? [] : [jsonContentType]),
    ...headerLines,
  ];
  const body = json === null ? null : Buffer.from(json);
  const { method, name } = requestPlan.shape;
  return completeRequest(
    `${name} by ${requestPlan.caller}: ${description}`,
    { method, target, headerLines: allLines, body },
    refusalReason,
  );
}

/** Returns the header lines that identify the caller: the client address and the session cookie. */
export function headerLinesFor(
  { caller, shape, address }: RequestPlan,
  testData: TestData,
): string[] {
  const headerLines = [`x-forwarded-for: ${address}`];
  if (caller === 'visitor') return headerLines;
  const { permanent, disposable } = testData.cookies[caller];
  return [
    ...headerLines,
    `cookie: ${sessionEndingEndpoints.has(shape.name) ? disposable : permanent}`,
  ];
}

/** Generates the properties of a valid body; null if the endpoint has no body. */
export function bodyEntries(
  { shape }: RequestPlan,
  testData: TestData,
): fc.Arbitrary<readonly Entry[] | null> {
  return shape.body ? validEntries(shape.body, testData.knownValues) : fc.constant(null);
}

/** The schemas of a body's properties by name. */
export type Properties = ReadonlyMap<string, NonNullable<EndpointShape['body']>>;

/** Returns the schema of each body property. If a body has several forms, the schema accepts any of them. */
export function bodyProperties({ shape: { body } }: RequestPlan): Properties {
  const schemas = new Map<string, NonNullable<EndpointShape['body']>>();
  for (const form of body?.anyOf ?? (body ? [body] : [])) {
    for (const [name, schema] of Object.entries(form.properties ?? {})) {
      const previous = schemas.get(name);
      schemas.set(name, previous ? { anyOf: [previous, schema] } : schema);
    }
  }
  return schemas;
}

/** Generates a valid query string, empty if the endpoint has none. */
export function validQuery(
  { shape: { query } }: RequestPlan,
  testData: TestData,
): fc.Arbitrary<string> {
  if (!query) return fc.constant('');
  return validEntries(query, testData.knownValues).map((entries) => {
    const values = new URLSearchParams(
      entries.map(({ name, value }): [string, string] => [name, value.string ?? value.text]),
    );
    return `?${values.toString()}`;
  });
}

/** Generates an id of an existing object for the endpoint's path. */
export function existingId(
  { shape }: RequestPlan,
  testData: TestData,
): fc.Arbitrary<string | number> {
  const collection = /\/([a-z-]+)\/:/.exec(shape.path)?.[1] ?? '';
  return fc.constantFrom(...(testData.ids[collection] ?? [1]));
}

/** Returns the path of an endpoint with an id filled in. */
export function toTarget({ path }: EndpointShape, id: string | number): string {
  return path.replace(/:\w+/, String(id));
}
