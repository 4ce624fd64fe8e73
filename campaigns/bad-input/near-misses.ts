import fc from 'fast-check';
import {
  bodyEntries,
  idOf,
  propertiesOf,
  queryOf,
  targetOf,
  write,
  type Asking,
} from './asking.ts';
import type { BadRequest } from './bad-request.ts';
import { impossibleDays, poison, poisoned, stringText, type JsonText } from './hostile-values.ts';
import { objectText, whyNever, type Schema } from './schema-values.ts';
import type { Cast } from './site.ts';

/** Short, and refused only because of one character in them. */
const nearlyText = [
  'a\u0000b',
  'long enough\u0000',
  '\u0007long enough',
  'long enough\ud800',
  '\udc00\u007f',
];

const nearlyNumbers = ['0', '-1', '0.5', '1.5', '2147483648', '9007199254740993', '1e400', '1e308'];

/**
 * A request that is valid except for one thing, so that nothing else refuses it first: one value just
 * outside what is accepted, or a prototype pollution attempt in addition to the expected properties.
 */
export function nearMiss(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const { body, query } = asking.shape;
  const ways = [
    ...(body ? [wrongValue(asking, cast), poisonedBody(asking, cast)] : []),
    ...(query ? [wrongWord(asking, cast)] : []),
  ];
  return fc.oneof(...ways);
}

function wrongValue(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const properties = propertiesOf(asking);
  const input = bodyEntries(asking, cast).chain((entries) => {
    const names = (entries ?? []).map(({ name }) => name);
    const choice = names.length > 0 ? fc.constantFrom(...names) : fc.constant('');
    return choice.chain((name) =>
      fc.tuple(fc.constant(entries ?? []), fc.constant(name), nearly(name, properties.get(name))),
    );
  });
  return fc.tuple(input, idOf(asking, cast)).map(([[entries, name, value], id]) => {
    const changed = entries.map((entry) => (entry.name === name ? { name, value } : entry));
    const schema = properties.get(name);
    const written = {
      target: targetOf(asking.shape, id),
      lines: [],
      json: objectText(changed).text,
    };
    const never = schema ? whyNever(name, schema, value) : null;
    return write(asking, cast, `${name} nearly right: ${value.text.slice(0, 40)}`, written, never);
  });
}

function nearly(name: string, schema: Schema | undefined): fc.Arbitrary<JsonText> {
  if (name === 'date') return fc.constantFrom(...impossibleDays).map(stringText);
  if (schema?.type === 'integer' || schema?.type === 'number') {
    return fc.constantFrom(...nearlyNumbers).map((text): JsonText => {
      const isNone = text === '1e400';
      return { text, type: 'number', ...(isNone && { never: 'not a number' }) };
    });
  }
  if (name === 'location') {
    return fc
      .constantFrom(...nearlyText)
      .map((address): JsonText => ({ ...stringText(JSON.stringify({ address })), never: 'NUL' }));
  }
  return fc.constantFrom(...nearlyText).map(stringText);
}

function poisonedBody(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const names = fc.constantFrom('__proto__', 'constructor', 'more');
  const input = fc.tuple(bodyEntries(asking, cast), idOf(asking, cast), names, poison);
  return input.map(([entries, id, name, poisonText]) => {
    const value: JsonText =
      name === 'constructor'
        ? { text: '{"prototype":{"polluted":true}}', type: 'object' }
        : poisonText;
    const json = objectText([...(entries ?? []), { name, value }]).text;
    const written = { target: targetOf(asking.shape, id), lines: [], json };
    return write(asking, cast, `valid except for ${name}`, written, poisoned);
  });
}

/** In a query everything is text; invalid or too large values must not reach the database. */
function wrongWord(asking: Asking, cast: Cast): fc.Arbitrary<BadRequest> {
  const names = Object.keys(asking.shape.query?.properties ?? {});
  const days = new Set(['date', 'from', 'to']);
  const choice = fc.constantFrom(...names).chain((name) => {
    const words = days.has(name)
      ? impossibleDays
      : name === 'cursor'
        ? (cast.known['cursor'] ?? []).map(String)
        : ['\u0000', 'a\u0000b', '99999999999', '-1', 'x'.repeat(200)];
    return fc.tuple(fc.constant(name), fc.constantFrom(...words));
  });
  return fc
    .tuple(choice, queryOf(asking, cast), idOf(asking, cast))
    .map(([[name, word], right, id]) => {
      const query = new URLSearchParams(right);
      query.set(name, word);
      const target = `${targetOf(asking.shape, id)}?${query.toString()}`;
      const never = days.has(name) ? `not a date for ${name}` : null;
      const written = { target, lines: [], json: null };
      return write(asking, cast, `${name}=${word.slice(0, 40)}`, written, never);
    });
}
