/**
 * Values are converted between PostgreSQL's text and JavaScript in the same way for the embedded database and for a
 * PostgreSQL server:
 *
 * bigint -> number (our counts stay below 2^53); numeric, date, time, timestamp without a zone and
 * ranges -> strings; timestamptz -> Date; json -> parsed; bytea -> Buffer.
 */

type Decode = (text: string) => unknown;

/** Returns the decoder for the type with this OID; values of types not listed below remain strings. */
export function getDecoder(typeOid: number): Decode {
  return decoders.get(typeOid) ?? asText;
}

/**
 * Returns the text form in which a parameter is sent. Arrays become PostgreSQL arrays, and other
 * objects become JSON, so an array that is meant as JSON must be passed through JSON.stringify.
 */
export function encodeParameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array) return value;
      if (Array.isArray(value)) return encodeArray(value);
      return JSON.stringify(value);
    default:
      throw new TypeError(`A ${typeof value} can't be sent to the database.`);
  }
}

function encodeArray(items: readonly unknown[]): string {
  return `{${items.map(encodeItem).join(',')}}`;
}

function encodeItem(item: unknown): string {
  if (Array.isArray(item)) return encodeArray(item);
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString('hex')}"`;
  const text = encodeParameter(item);
  if (text === null) return 'NULL';
  return `"${String(text).replace(/["\\]/g, '\\$&')}"`;
}

const asText: Decode = (text) => text;
const asNumber: Decode = (text) => Number(text);
const asBoolean: Decode = (text) => text === 't';
const asJson: Decode = (text): unknown => JSON.parse(text);
const asBytes: Decode = (text) => Buffer.from(text.slice(2), 'hex');

/** Reads PostgreSQL's ISO style, "2026-03-01 09:30:00.5+00", in any session time zone. */
const asInstant: Decode = (text) => {
  const match = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(?::?(\d\d))?$/.exec(
    text,
  );
  if (match === null) return text.endsWith('infinity') ? toInfiniteDate(text) : new Date(text);
  const [, year = '', month, day, time, fraction = '', hours, minutes = '00'] = match;
  const fullYear = year.length > 4 ? `+${year.padStart(6, '0')}` : year;
  return new Date(`${fullYear}-${month}-${day}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`);
};

/** Returns the earliest or latest time that a Date can represent, so that comparisons still work. */
function toInfiniteDate(text: string): Date {
  return new Date(text.startsWith('-') ? -8.64e15 : 8.64e15);
}

/** The OIDs of PostgreSQL's built-in types, which never change: [type, its array type, decoder]. */
const builtInTypes: readonly (readonly [number, number, Decode])[] = [
  [16, 1000, asBoolean],
  [17, 1001, asBytes],
  [18, 1002, asText], // "char"
  [19, 1003, asText], // name
  [20, 1016, asNumber], // bigint
  [21, 1005, asNumber], // smallint
  [23, 1007, asNumber], // integer
  [25, 1009, asText], // text
  [26, 1028, asNumber], // oid
  [114, 199, asJson],
  [700, 1021, asNumber], // real
  [701, 1022, asNumber], // double precision
  [1042, 1014, asText], // char(n)
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date
  [1083, 1183, asText], // time
  [1114, 1115, asText], // timestamp
  [1184, 1185, asInstant], // timestamptz
  [1700, 1231, asText], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson], // jsonb
];

const decoders = new Map<number, Decode>(
  builtInTypes.flatMap(([type, arrayType, decode]) => [
    [type, decode] as const,
    [arrayType, (text: string) => decodeArray(text, decode)] as const,
  ]),
);

/** Reads an array's text form, such as `{1,NULL,"a \"b\""}` or `{{1,2},{3,4}}`. */
function decodeArray(text: string, decode: Decode): unknown[] {
  // An array whose bounds don't start at 1 is written "[0:1]={...}".
  let position = text.indexOf('{') + 1;
  return readItems();

  function readItems(): unknown[] {
    const items: unknown[] = [];
    while (position < text.length) {
      const character = text[position];
      if (character === '}') {
        position += 1;
        return items;
      }
      if (character === ',') position += 1;
      else if (character === '{') {
        position += 1;
        items.push(readItems());
      } else if (character === '"') items.push(decode(readQuoted()));
      else items.push(readUnquoted());
    }
    return items;
  }

  function readQuoted(): string {
    let item = '';
    for (position += 1; text[position] !== '"'; position += 1) {
      if (text[position] === '\\') position += 1;
      item += text[position] ?? '';
    }
    position += 1;
    return item;
  }

  function readUnquoted(): unknown {
    const start = position;
    while (position < text.length && text[position] !== ',' && text[position] !== '}')
      position += 1;
    const item = text.slice(start, position);
    return item === 'NULL' ? null : decode(item);
  }
}
