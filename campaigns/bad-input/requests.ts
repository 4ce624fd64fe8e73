import fc from 'fast-check';
import {
  bodyEntries,
  existingId,
  headerLinesFor,
  bodyProperties,
  validQuery,
  toTarget,
  makeRequest,
  type RequestPlan,
  type Properties,
} from './request-plan.ts';
import { completeRequest, type BadRequest } from './bad-request.ts';
import { nearMiss } from './near-misses.ts';
import {
  hostileValues,
  hostileStrings,
  prototypePollution,
  pollutionReason,
  type JsonText,
} from './hostile-values.ts';
import { nearMissEncodings, wrongEncodings, type Encoding } from './wrong-encodings.ts';
import { objectText, findRefusalReason, type Entry } from './schema-values.ts';
import type { TestData } from './server-under-test.ts';
import { hostileHeaderLines } from './hostile-headers.ts';

/** Generates a valid request for a plan. */
export function validRequest(
  requestPlan: RequestPlan,
  testData: TestData,
): fc.Arbitrary<BadRequest> {
  // There are few keys, so one may be reused with a different body, which the server must refuse.
  const key = fc
    .integer({ min: 1, max: 200 })
    .map((number) => `idempotency-key: attempt-${number}`);
  const headerLines =
    requestPlan.shape.name === 'bookAppointment' || requestPlan.shape.name === 'bookForNewCustomer'
      ? key.map((line) => [line])
      : fc.constant([]);
  return fc
    .tuple(
      bodyEntries(requestPlan, testData),
      validQuery(requestPlan, testData),
      existingId(requestPlan, testData),
      headerLines,
    )
    .map(([entries, query, id, extraLines]) =>
      makeRequest(requestPlan, testData, 'valid', {
        target: toTarget(requestPlan.shape, id) + query,
        headerLines: extraLines,
        json: entries && objectText(entries).text,
      }),
    );
}

/** Generates an invalid request for a plan. */
export function invalidRequest(
  requestPlan: RequestPlan,
  testData: TestData,
): fc.Arbitrary<BadRequest> {
  const { body, query, path } = requestPlan.shape;
  return fc.oneof(
    ...(body || query ? [{ weight: 12, arbitrary: nearMiss(requestPlan, testData) }] : []),
    ...(body
      ? [
          { weight: 10, arbitrary: invalidProperty(requestPlan, testData) },
          { weight: 3, arbitrary: invalidBody(requestPlan, testData) },
          { weight: 3, arbitrary: wronglyEncodedBody(requestPlan, testData, wrongEncodings) },
          { weight: 6, arbitrary: wronglyEncodedBody(requestPlan, testData, nearMissEncodings) },
        ]
      : [{ weight: 1, arbitrary: unexpectedBody(requestPlan, testData) }]),
    ...(query ? [{ weight: 5, arbitrary: invalidQuery(requestPlan, testData) }] : []),
    ...(path.includes(':') ? [{ weight: 3, arbitrary: invalidId(requestPlan, testData) }] : []),
    { weight: 3, arbitrary: invalidHeaders(requestPlan, testData) },
  );
}

/** Generates a body with hostile values for up to three properties, and sometimes an unknown or duplicate property. */
function invalidProperty(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const properties = bodyProperties(requestPlan);
  const names = [...properties.keys()];
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), hostileValues), {
    minLength: 1,
    maxLength: 3,
  });
  const extra = fc.option(
    fc.tuple(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'role',
        'id',
        '',
        '\u0000',
      ),
      hostileValues,
    ),
    { freq: 4 },
  );
  const input = fc.tuple(
    bodyEntries(requestPlan, testData),
    existingId(requestPlan, testData),
    changes,
    extra,
    fc.boolean(),
  );
  return input.map(([valid, id, invalid, extraEntry, allowDuplicates]) => {
    const replaced = new Set(invalid.map(([name]) => name));
    const entries: Entry[] = (valid ?? []).filter(
      ({ name }) => allowDuplicates || !replaced.has(name),
    );
    for (const [name, value] of invalid) entries.push({ name, value });
    if (extraEntry) entries.push({ name: extraEntry[0], value: extraEntry[1] });
    const { text } = objectText(entries);
    return makeRequest(
      requestPlan,
      testData,
      `wrong ${invalid.map(([name, value]) => `${name} (${value.type})`).join(', ')}`,
      { target: toTarget(requestPlan.shape, id), headerLines: [], json: text },
      findBodyRefusalReason(entries, properties),
    );
  });
}

/** Returns why a body must be refused, or null. Of duplicate properties, the last one counts, as in JSON.parse. */
function findBodyRefusalReason(entries: readonly Entry[], properties: Properties): string | null {
  const lastValues = new Map(entries.map(({ name, value }) => [name, value]));
  if (entries.some(({ value }) => makesBodyInvalid(value))) return 'invalid JSON, or 1 MB';
  if (lastValues.has('__proto__')) return pollutionReason;
  for (const [name, value] of lastValues) {
    if (value.refusalReason === pollutionReason) return pollutionReason;
    const schema = properties.get(name);
    const reason = schema && findRefusalReason(name, schema, value);
    if (reason) return reason;
  }
  return null;
}

function makesBodyInvalid({ refusalReason }: JsonText): boolean {
  return refusalReason === 'invalid JSON' || refusalReason === '1 MB';
}

/** Generates a body that is not the expected object. */
function invalidBody(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  return fc
    .tuple(fc.oneof(hostileValues, prototypePollution), existingId(requestPlan, testData))
    .map(([value, id]) => {
      const refusalReason =
        value.refusalReason ?? (value.type === 'object' ? null : `${value.type} for a body`);
      const requestParts = {
        target: toTarget(requestPlan.shape, id),
        headerLines: [],
        json: value.text,
      };
      return makeRequest(
        requestPlan,
        testData,
        `a body of ${value.type}`,
        requestParts,
        refusalReason,
      );
    });
}

/** Generates a body that is valid, except that it has one of the given wrong encodings. */
function wronglyEncodedBody(
  requestPlan: RequestPlan,
  testData: TestData,
  encodings: readonly Encoding[],
): fc.Arbitrary<BadRequest> {
  const anyEncoding = fc.constantFrom(...encodings);
  return fc
    .tuple(bodyEntries(requestPlan, testData), existingId(requestPlan, testData), anyEncoding)
    .map(([valid, id, encoding]) => {
      const bytes = encoding.encode(objectText(valid ?? []).text);
      const target = toTarget(requestPlan.shape, id);
      const { method } = requestPlan.shape;
      const headerLines = [...headerLinesFor(requestPlan, testData), ...encoding.headerLines];
      return completeRequest(
        `${requestPlan.shape.name} by ${requestPlan.caller}: ${encoding.description}`,
        { method, target, headerLines, body: bytes },
        encoding.description,
      );
    });
}

/** Generates a body for an endpoint that takes none. */
function unexpectedBody(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  return fc.tuple(hostileValues, existingId(requestPlan, testData)).map(([value, id]) => {
    const target = toTarget(requestPlan.shape, id);
    return makeRequest(requestPlan, testData, 'an unexpected body', {
      target,
      headerLines: [],
      json: value.text,
    });
  });
}

const invalidTexts = fc.oneof(
  fc.constantFrom(...hostileStrings, 'x'.repeat(500), 'x'.repeat(12_000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Ways to escape text in a URL, some of them wrong. */
const escapes = fc.constantFrom(
  (text: string) => encodeURIComponent(Buffer.from(text).toString()),
  (text: string) =>
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[\0-\x20\x7f]/g, '+'),
  (text: string) => `%${Buffer.from(text).subarray(0, 60).toString('hex').split('').join('%')}`,
  (text: string) => encodeURIComponent(Buffer.from(text).toString()).replaceAll('%', '%25'),
  () => '%ff%fe%c0%af',
  () => '%ZZ%',
);

function invalidQuery(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const names = [
    ...Object.keys(requestPlan.shape.query?.properties ?? {}),
    '__proto__',
    'a[b]',
    '',
  ];
  const pair = fc
    .tuple(fc.constantFrom(...names), invalidTexts, escapes)
    .map(([name, text, escape]) => `${name}=${escape(text)}`);
  const pairs = fc.array(pair, { minLength: 1, maxLength: 4 });
  return fc
    .tuple(pairs, validQuery(requestPlan, testData), existingId(requestPlan, testData))
    .map(([invalid, valid, id]) => {
      const query = `${valid === '' ? '?' : `${valid}&`}${invalid.join('&')}`;
      const target = toTarget(requestPlan.shape, id) + query;
      return makeRequest(requestPlan, testData, `a query of ${query.slice(0, 80)}`, {
        target,
        headerLines: [],
        json: null,
      });
    });
}

function invalidId(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const input = fc.tuple(invalidTexts, escapes, bodyEntries(requestPlan, testData));
  return input.map(([text, escape, entries]) => {
    const target = requestPlan.shape.path.replace(/:\w+/, () => escape(text) || '0');
    const json = entries && objectText(entries).text;
    return makeRequest(requestPlan, testData, `a path of ${target.slice(0, 80)}`, {
      target,
      headerLines: [],
      json,
    });
  });
}

function invalidHeaders(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const headerLines = fc.array(hostileHeaderLines, { minLength: 1, maxLength: 3 });
  const input = fc.tuple(
    bodyEntries(requestPlan, testData),
    validQuery(requestPlan, testData),
    existingId(requestPlan, testData),
    headerLines,
  );
  return input.map(([entries, query, id, lines]) => {
    const target = toTarget(requestPlan.shape, id) + query;
    const json = entries && objectText(entries).text;
    const request = makeRequest(requestPlan, testData, `headers ${lines.join('; ').slice(0, 80)}`, {
      target,
      headerLines: lines,
      json,
    });
    return { ...request, mayBeClosed: true };
  });
}
