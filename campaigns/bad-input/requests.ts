import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  bodyEntries,
  idOf,
  linesOf,
  propertiesOf,
  queryOf,
  targetOf,
  write,
  type Asking,
  type Properties,
} from './asking.ts';
import { whole, type BadRequest } from './bad-request.ts';
import { nearMiss } from './near-misses.ts';
import { hostileValues, oddTexts, poison, poisoned, type JsonText } from './hostile-values.ts';
import { objectText, whyNever, type Entry } from './schema-values.ts';
import type { Cast } from './site.ts';
import { oddLines } from './odd-headers.ts';

/** A valid request, at most with something additional that changes nothing. */
export function rightRequest(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  // One booking may be retried with its key, and then be refused for another reason.
  const key = fc
    .integer({ min: 1, max: 200 })
    .map((number) => `idempotency-key: attempt-${number}`);
  const lines =
    asking.shape.name === 'bookAppointment' ? key.map((line) => [line]) : fc.constant([]);
  return fc
    .tuple(bodyEntries(asking, cast), queryOf(asking, cast), idOf(asking, cast), lines)
    .map(([entries, query, id, more]) =>
      write(asking, cast, 'valid', {
        target: targetOf(asking.shape, id) + query,
        lines: more,
        json: entries && objectText(entries).text,
      }),
    );
}

/** A request with something wrong somewhere. */
export function wrongRequest(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const { body, query, path } = asking.shape;
  return fc.oneof(
    ...(body || query ? [{ weight: 12, arbitrary: nearMiss(asking, cast) }] : []),
    ...(body
      ? [
          { weight: 10, arbitrary: wrongProperty(asking, cast) },
          { weight: 3, arbitrary: wrongBody(asking, cast) },
          { weight: 3, arbitrary: wrongBytes(asking, cast, byteWays) },
          { weight: 6, arbitrary: wrongBytes(asking, cast, nearlyReadable) },
        ]
      : [{ weight: 1, arbitrary: unaskedBody(asking, cast) }]),
    ...(query ? [{ weight: 5, arbitrary: wrongQuery(asking, cast) }] : []),
    ...(path.includes(':') ? [{ weight: 3, arbitrary: wrongId(asking, cast) }] : []),
    { weight: 3, arbitrary: wrongHeaders(asking, cast) },
  );
}

/** One property or more with a hostile value, unknown names, or a duplicate name. */
function wrongProperty(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const properties = propertiesOf(asking);
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
    bodyEntries(asking, cast),
    idOf(asking, cast),
    changes,
    extra,
    fc.boolean(),
  );
  return input.map(([right, id, wrong, more, twice]) => {
    const replaced = new Set(wrong.map(([name]) => name));
    const entries: Entry[] = (right ?? []).filter(({ name }) => twice || !replaced.has(name));
    for (const [name, value] of wrong) entries.push({ name, value });
    if (more) entries.push({ name: more[0], value: more[1] });
    const { text } = objectText(entries);
    return write(
      asking,
      cast,
      `wrong ${wrong.map(([name, value]) => `${name} (${value.type})`).join(', ')}`,
      { target: targetOf(asking.shape, id), lines: [], json: text },
      whyEntriesNever(entries, properties),
    );
  });
}

/** The last of duplicate names counts (RFC 8259 leaves it open; the platform's parser decides). */
function whyEntriesNever(entries: readonly Entry[], properties: Properties): string | null {
  const last = new Map(entries.map(({ name, value }) => [name, value]));
  if (entries.some(({ value }) => isBrokenWhole(value))) return 'no JSON, or 1 MB';
  if (last.has('__proto__')) return poisoned;
  for (const [name, value] of last) {
    if (value.never === poisoned) return poisoned;
    const schema = properties.get(name);
    const why = schema && whyNever(name, schema, value);
    if (why) return why;
  }
  return null;
}

function isBrokenWhole({ never }: JsonText): boolean {
  return never === 'no JSON' || never === '1 MB';
}

/** Something other than the expected object. */
function wrongBody(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  return fc.tuple(fc.oneof(hostileValues, poison), idOf(asking, cast)).map(([value, id]) => {
    const never = value.never ?? (value.type === 'object' ? null : `${value.type} for a body`);
    const written = { target: targetOf(asking.shape, id), lines: [], json: value.text };
    return write(asking, cast, `a body of ${value.type}`, written, never);
  });
}

/** A valid body, in invalid bytes or with another content type or encoding. */
function wrongBytes(
  asking: Asking,
  cast: Cast,
  from: readonly ByteWay[],
): fc.Arbitrary<BadRequest> {
  const ways = fc.constantFrom(...from);
  return fc.tuple(bodyEntries(asking, cast), idOf(asking, cast), ways).map(([right, id, way]) => {
    const bytes = way.bytes(objectText(right ?? []).text);
    const target = targetOf(asking.shape, id);
    const { method } = asking.shape;
    const lines = [...linesOf(asking, cast), ...way.lines];
    return whole(
      `${asking.shape.name} by ${asking.viewer}: ${way.what}`,
      { method, target, lines, body: bytes },
      way.what,
    );
  });
}

interface ByteWay {
  readonly what: string;
  readonly lines: readonly string[];
  readonly bytes: (text: string) => Buffer;
}

const isJson = 'content-type: application/json';
const utf8 = (text: string): Buffer => Buffer.from(text);

/** What a less careful server would accept; sent often, since most bodies are refused anyway. */
const nearlyReadable: readonly ByteWay[] = [
  ...['gzip', 'br', 'deflate', 'identity', 'x'].map((coding) => ({
    what: `${coding} in name only`,
    lines: [isJson, `content-encoding: ${coding}`],
    bytes: utf8,
  })),
  ...[
    '"\xff\xfe\x80":"\xc0\xaf\xed\xa0\x80"',
    '"more":"Citro\xebn"',
    '"more":"half a character \xe2\x98"',
  ].map((latin1) => ({
    what: `bytes that are not UTF-8: ${Buffer.from(latin1, 'latin1').toString('hex')}`,
    lines: [isJson],
    bytes: (text: string) =>
      Buffer.concat([Buffer.from(`{${latin1},`, 'latin1'), utf8(text.slice(1))]),
  })),
];

const byteWays: readonly ByteWay[] = [
  { what: 'gzip', lines: [isJson], bytes: (text) => gzipSync(text) },
  {
    what: 'gzip, with its header',
    lines: [isJson, 'content-encoding: gzip'],
    bytes: (text) => gzipSync(text),
  },
  { what: 'UTF-16', lines: [isJson], bytes: (text) => Buffer.from(text, 'utf16le') },
  {
    what: 'UTF-16, with its header',
    lines: ['content-type: application/json; charset=utf-16'],
    bytes: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  },
  {
    what: 'Latin-1, with its header',
    lines: ['content-type: application/json; charset=latin1'],
    bytes: (text) => Buffer.from(text, 'latin1'),
  },
  { what: 'no bytes', lines: [isJson], bytes: () => Buffer.alloc(0) },
  { what: 'half of it', lines: [isJson], bytes: (text) => utf8(text.slice(0, -1)) },
  { what: 'NUL after it', lines: [isJson], bytes: (text) => utf8(`${text}\u0000`) },
  { what: '1 MB of spaces', lines: [isJson], bytes: (text) => utf8(text + ' '.repeat(1_048_576)) },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-seq',
    'application/octet-stream',
    'json',
    '/',
    '*/*',
    `application/${'x'.repeat(4_000)}`,
    'application/json, text/plain',
  ].map((type) => ({
    what: `content type ${type.slice(0, 40)}`,
    lines: [`content-type: ${type}`],
    bytes: utf8,
  })),
  { what: 'no content type', lines: [], bytes: utf8 },
];

/** A body for a call that takes none. */
function unaskedBody(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  return fc.tuple(hostileValues, idOf(asking, cast)).map(([value, id]) => {
    const target = targetOf(asking.shape, id);
    return write(asking, cast, 'an unexpected body', { target, lines: [], json: value.text });
  });
}

const wrongTexts = fc.oneof(
  fc.constantFrom(...oddTexts, 'x'.repeat(500), 'x'.repeat(12_000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Escaped correctly, or not at all. */
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

function wrongQuery(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const names = [...Object.keys(asking.shape.query?.properties ?? {}), '__proto__', 'a[b]', ''];
  const pair = fc
    .tuple(fc.constantFrom(...names), wrongTexts, escapes)
    .map(([name, text, escape]) => `${name}=${escape(text)}`);
  const pairs = fc.array(pair, { minLength: 1, maxLength: 4 });
  return fc.tuple(pairs, queryOf(asking, cast), idOf(asking, cast)).map(([wrong, right, id]) => {
    const query = `${right === '' ? '?' : `${right}&`}${wrong.join('&')}`;
    const target = targetOf(asking.shape, id) + query;
    return write(asking, cast, `a query of ${query.slice(0, 80)}`, {
      target,
      lines: [],
      json: null,
    });
  });
}

function wrongId(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const input = fc.tuple(wrongTexts, escapes, bodyEntries(asking, cast));
  return input.map(([text, escape, entries]) => {
    const target = asking.shape.path.replace(/:\w+/, () => escape(text) || '0');
    const json = entries && objectText(entries).text;
    return write(asking, cast, `an address of ${target.slice(0, 80)}`, { target, lines: [], json });
  });
}

function wrongHeaders(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const lines = fc.array(oddLines, { minLength: 1, maxLength: 3 });
  const input = fc.tuple(
    bodyEntries(asking, cast),
    queryOf(asking, cast),
    idOf(asking, cast),
    lines,
  );
  return input.map(([entries, query, id, more]) => {
    const target = targetOf(asking.shape, id) + query;
    const json = entries && objectText(entries).text;
    const request = write(asking, cast, `headers ${more.join('; ').slice(0, 80)}`, {
      target,
      lines: more,
      json,
    });
    return { ...request, mayBeCut: true };
  });
}
