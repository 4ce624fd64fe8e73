import fc from 'fast-check';
import {
  bodyEntries,
  existingId,
  bodyProperties,
  validQuery,
  toTarget,
  makeRequest,
  type RequestPlan,
} from './request-plan.ts';
import type { BadRequest } from './bad-request.ts';
import {
  impossibleDates,
  prototypePollution,
  pollutionReason,
  jsonStringText,
  type JsonText,
} from './hostile-values.ts';
import { objectText, findRefusalReason, type Schema } from './schema-values.ts';
import type { TestData } from './server-under-test.ts';

/** Short strings that are invalid only because of one or two of their characters. */
const nearMissStrings = [
  'a\u0000b',
  'long enough\u0000',
  '\u0007long enough',
  'long enough\ud800',
  '\udc00\u007f',
];

const nearMissNumbers = [
  '0',
  '-1',
  '0.5',
  '1.5',
  '2147483648',
  '9007199254740993',
  '1e400',
  '1e308',
];

/**
 * Generates requests with exactly one flaw, so that nothing else causes the refusal: one value just
 * outside what is accepted, or a prototype pollution attempt in addition to the expected properties.
 */
export function nearMiss(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const { body, query } = requestPlan.shape;
  const generators = [
    ...(body ? [invalidValue(requestPlan, testData), pollutedBody(requestPlan, testData)] : []),
    ...(query ? [invalidQueryValue(requestPlan, testData)] : []),
  ];
  return fc.oneof(...generators);
}

function invalidValue(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const properties = bodyProperties(requestPlan);
  const input = bodyEntries(requestPlan, testData).chain((entries) => {
    const names = (entries ?? []).map(({ name }) => name);
    const choice = names.length > 0 ? fc.constantFrom(...names) : fc.constant('');
    return choice.chain((name) =>
      fc.tuple(
        fc.constant(entries ?? []),
        fc.constant(name),
        nearMissValue(name, properties.get(name)),
      ),
    );
  });
  return fc.tuple(input, existingId(requestPlan, testData)).map(([[entries, name, value], id]) => {
    const changedEntries = entries.map((entry) => (entry.name === name ? { name, value } : entry));
    const schema = properties.get(name);
    const requestParts = {
      target: toTarget(requestPlan.shape, id),
      headerLines: [],
      json: objectText(changedEntries).text,
    };
    const refusalReason = schema ? findRefusalReason(name, schema, value) : null;
    return makeRequest(
      requestPlan,
      testData,
      `${name} nearly valid: ${value.text.slice(0, 40)}`,
      requestParts,
      refusalReason,
    );
  });
}

function nearMissValue(name: string, schema: Schema | undefined): fc.Arbitrary<JsonText> {
  if (name === 'date') return fc.constantFrom(...impossibleDates).map(jsonStringText);
  if (schema?.type === 'integer' || schema?.type === 'number') {
    return fc.constantFrom(...nearMissNumbers).map((text): JsonText => {
      const isInfinite = text === '1e400';
      return { text, type: 'number', ...(isInfinite && { refusalReason: 'not a finite number' }) };
    });
  }
  if (name === 'location') {
    return fc.constantFrom(...nearMissStrings).map((address): JsonText => ({
      ...jsonStringText(JSON.stringify({ address })),
      refusalReason: 'a character that cannot be stored',
    }));
  }
  return fc.constantFrom(...nearMissStrings).map(jsonStringText);
}

function pollutedBody(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const names = fc.constantFrom('__proto__', 'constructor', 'extra');
  const input = fc.tuple(
    bodyEntries(requestPlan, testData),
    existingId(requestPlan, testData),
    names,
    prototypePollution,
  );
  return input.map(([entries, id, name, pollution]) => {
    const value: JsonText =
      name === 'constructor'
        ? { text: '{"prototype":{"polluted":true}}', type: 'object' }
        : pollution;
    const json = objectText([...(entries ?? []), { name, value }]).text;
    const requestParts = { target: toTarget(requestPlan.shape, id), headerLines: [], json };
    return makeRequest(
      requestPlan,
      testData,
      `valid except for ${name}`,
      requestParts,
      pollutionReason,
    );
  });
}

/** Generates a valid request with one invalid query value. */
function invalidQueryValue(requestPlan: RequestPlan, testData: TestData): fc.Arbitrary<BadRequest> {
  const names = Object.keys(requestPlan.shape.query?.properties ?? {});
  const dateProperties = new Set(['date', 'from', 'to']);
  const choice = fc.constantFrom(...names).chain((name) => {
    // All cursors in the test data are forged.
    const values = dateProperties.has(name)
      ? impossibleDates
      : name === 'cursor'
        ? (testData.knownValues['cursor'] ?? []).map(String)
        : ['\u0000', 'a\u0000b', '99999999999', '-1', 'x'.repeat(200)];
    return fc.tuple(fc.constant(name), fc.constantFrom(...values));
  });
  return fc
    .tuple(choice, validQuery(requestPlan, testData), existingId(requestPlan, testData))
    .map(([[name, value], valid, id]) => {
      const query = new URLSearchParams(valid);
      query.set(name, value);
      const target = `${toTarget(requestPlan.shape, id)}?${query.toString()}`;
      const refusalReason = dateProperties.has(name) ? `not a date for ${name}` : null;
      const requestParts = { target, headerLines: [], json: null };
      return makeRequest(
        requestPlan,
        testData,
        `${name}=${value.slice(0, 40)}`,
        requestParts,
        refusalReason,
      );
    });
}
