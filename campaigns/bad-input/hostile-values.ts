import fc from 'fast-check';

/** A value as JSON text, which can express what a JavaScript value cannot, such as 1e400 or a duplicate key. */
export interface JsonText {
  readonly text: string;
  readonly type: JsonType;
  /** The decoded text, if it is a string. */
  readonly string?: string;
  /** Why every endpoint must refuse the value; undefined if some endpoint may accept it. */
  readonly refusalReason?: string;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'broken';

/**
 * The characters that the contract refuses, listed here independently: NUL, control characters except line breaks and
 * tabs, and unpaired surrogates.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** Returns whether text contains characters that cannot be stored or shown. */
export function isUnstorable(text: string): boolean {
  return unstorable.test(text);
}

/** Returns the JSON text of a string. */
export function jsonStringText(string: string): JsonText {
  return { text: JSON.stringify(string), type: 'string', string };
}

/** Returns whether text is a date that exists and is in 1900 or later. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Strings that are not valid dates, some of which PostgreSQL would accept; the last few look like times. */
export const impossibleDates = [
  '2026-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '1899-12-31',
  '+010000-01-01',
  '-000001-01-01',
  '2026-3-4',
  '20260304',
  '2026-03-04T10:00:00Z',
  'infinity',
  'epoch',
  'today',
  '9999-99-99',
  '24:00',
  '10:60',
  '10:00:00',
];

/** Strings that some programs interpret as more than text. */
export const hostileStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\ufffe\uffff\ufeff',
  '\u202eevil\u2066',
  'Z\u0351\u036b\u0343'.repeat(40),
  '👩‍🔧'.repeat(30),
  "'; drop table users; --",
  '" or 1=1 --',
  '$1 %s %n {0} ${7*7} {{7*7}} #{7*7}',
  '%00%0d%0aset-cookie: a=b',
  'a\r\nset-cookie: a=b',
  '../../../../etc/passwd',
  '\\\\host\\share',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '1e400',
  '-1',
  '0x10',
  '٣',
  '\\',
  '\\N',
  '{"address":"x","lat":1e999,"lng":0}',
  '{"address":"\\u0000"}',
  '{"address":"x","__proto__":{"lat":1,"lng":1}}',
  '[]',
  ...impossibleDates,
];

const strings = fc.oneof(
  fc.constantFrom(...hostileStrings).map(jsonStringText),
  fc.string({ unit: 'binary', maxLength: 200 }).map(jsonStringText),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map(jsonStringText),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => jsonStringText(String.fromCharCode(...units))),
  fc.constantFrom(300, 2_001, 60_000).map((length) => jsonStringText('x'.repeat(length))),
  fc.constant(jsonStringText('𐍈'.repeat(12_000))),
);

/** 1 MB of text, far above the body limit. */
const megabyte: fc.Arbitrary<JsonText> = fc
  .constantFrom('x', '\\u0000', '\\ud800', '[', '\\"')
  .map((part) => ({
    text: `"${part.repeat(Math.ceil(1_048_576 / part.length))}"`,
    type: 'string',
    refusalReason: '1 MB',
  }));

const numbers: fc.Arbitrary<JsonText> = fc.oneof(
  fc
    .constantFrom('1e400', '-1e400', '1E+999', `1${'0'.repeat(400)}`)
    .map((text): JsonText => ({ text, type: 'number', refusalReason: 'not a finite number' })),
  fc
    .constantFrom(
      '9223372036854775808',
      '-9223372036854775809',
      '18446744073709551616',
      '2147483648',
      '-1',
      '-0',
      '0.1',
      '1e-400',
      '1e308',
      '5e-324',
      `0.${'3'.repeat(400)}`,
    )
    .map((text): JsonText => ({ text, type: 'number' })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): JsonText => ({ text: JSON.stringify(value), type: 'number' })),
);

const nestingDepth = 10_000;

const arraysAndObjects: fc.Arbitrary<JsonText> = fc.constantFrom<JsonText>(
  { text: '['.repeat(nestingDepth) + ']'.repeat(nestingDepth), type: 'array' },
  { text: `${'{"a":'.repeat(nestingDepth)}1${'}'.repeat(nestingDepth)}`, type: 'object' },
  { text: `[${'[],'.repeat(15_000)}[]]`, type: 'array' },
  { text: '[]', type: 'array' },
  { text: '[null,{"id":1}]', type: 'array' },
  { text: '{}', type: 'object' },
  { text: '{"toString":1,"valueOf":2,"toJSON":3}', type: 'object' },
  { text: '{"length":1e9,"0":"a"}', type: 'object' },
  { text: '{"$gt":""}', type: 'object' },
  { text: `{${Array.from({ length: 4_000 }, (_, n) => `"k${n}":0`).join(',')}}`, type: 'object' },
);

export const pollutionReason = 'a prototype pollution attempt';

/** Attempts at prototype pollution: a body that contains one must be refused. */
export const prototypePollution: fc.Arbitrary<JsonText> = fc
  .constantFrom(
    '{"__proto__":{"polluted":true}}',
    '{"\\u005f_proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '[{"a":[{"__proto__":null}]}]',
  )
  .map((text) => ({
    text,
    type: text.startsWith('[') ? 'array' : 'object',
    refusalReason: pollutionReason,
  }));

/** Invalid JSON, which makes the entire body invalid. */
const invalidJson: fc.Arbitrary<JsonText> = fc
  .constantFrom(
    '',
    'NaN',
    'undefined',
    '01',
    '+1',
    '.5',
    '0x10',
    "'a'",
    '"a',
    '"\u0000"',
    '"\t"',
    '"\\x41"',
    '"\\ud8"',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '1 2',
    '/**/1',
    '['.repeat(nestingDepth),
    '{"a":'.repeat(nestingDepth),
  )
  .map((text) => ({ text, type: 'broken', refusalReason: 'invalid JSON' }));

/** Any value; most are invalid for every property. */
export const hostileValues: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 10, arbitrary: strings },
  { weight: 5, arbitrary: numbers },
  { weight: 3, arbitrary: arraysAndObjects },
  { weight: 2, arbitrary: prototypePollution },
  { weight: 2, arbitrary: invalidJson },
  { weight: 1, arbitrary: megabyte },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JsonText>(
      { text: 'null', type: 'null' },
      { text: 'true', type: 'boolean' },
      { text: 'false', type: 'boolean' },
    ),
  },
);
