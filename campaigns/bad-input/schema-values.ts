import { callSchemas } from '@curbwrench/contract/api/call-schemas';
import { calls, type CallName } from '@curbwrench/contract/api/calls';
import fc from 'fast-check';
import { isDay, isUnkept, stringText, type JsonText, type JsonType } from './hostile-values.ts';

/** The parts of JSON Schema that the contract's schemas use. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a call accepts, by part. */
export interface Shapes {
  readonly name: CallName;
  readonly method: string;
  readonly path: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
}

const toData = { io: 'input', unrepresentable: 'any' } as const;

/** Every call of the contract, with its schemas as data. */
export const shapes: readonly Shapes[] = (Object.keys(calls) as CallName[]).map((name) => {
  const schemas = callSchemas[name];
  const of = (part: 'params' | 'query' | 'body') => {
    const schema: unknown = Reflect.get(schemas, part);
    return isZod(schema) ? { [part]: schema.toJSONSchema(toData) } : {};
  };
  const { method, path } = calls[name];
  return { name, method, path, ...of('params'), ...of('query'), ...of('body') };
});

function isZod(value: unknown): value is { toJSONSchema(options: typeof toData): Schema } {
  return typeof value === 'object' && value !== null && 'toJSONSchema' in value;
}

/** Values that get a request past validation to the rules behind it, by the property's name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** A value that the schema accepts: mostly a known one, since only those exist. */
export function rightValue(
  name: string,
  schema: Schema,
  known: KnownValues,
): fc.Arbitrary<JsonText> {
  const own = known[name];
  if (own && own.length > 0) {
    return fc.constantFrom(...own).map((value) => textOf(value));
  }
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((each) => rightValue(name, each, known)));
  }
  if (schema.const !== undefined) return fc.constant(textOf(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum).map((value) => textOf(value));
  switch (schema.type) {
    case 'object':
      return rightObject(schema, known);
    case 'array':
      return rightArray(schema, known);
    case 'integer':
    case 'number': {
      const { minimum = 1, maximum = 500 } = schema;
      return fc.integer({ min: Math.ceil(minimum), max: maximum }).map((value) => textOf(value));
    }
    case 'boolean':
      return fc.boolean().map((value) => textOf(value));
    case 'null':
      return fc.constant(textOf(null));
    default:
      return rightString(schema).map(stringText);
  }
}

function rightString(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'email') {
    return fc.integer({ min: 1, max: 99_999 }).map((number) => `someone${number}@new.example`);
  }
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: '-1' });
  const { minLength = 0, maxLength = 60 } = schema;
  const letters = fc.constantFrom('a', 'Z', '0', ' ', 'é', '中', '🔧', '<', '&', '"', "'");
  return fc
    .array(letters, { minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 80) })
    .map((parts) => parts.join('').trim().padEnd(minLength, 'x').slice(0, maxLength));
}

function rightObject(schema: Schema, known: KnownValues): fc.Arbitrary<JsonText> {
  return entriesOf(schema, known).map((entries) => objectText(entries));
}

/** An array of such values; its elements have no property name. */
function rightArray(
  { items = {}, maxItems = 5 }: Schema,
  known: KnownValues,
): fc.Arbitrary<JsonText> {
  return fc
    .array(rightValue('', items, known), { maxLength: Math.min(maxItems, 5) })
    .map((values) => {
      const never = values.find((value) => value.never)?.never;
      const text = `[${values.map((value) => value.text).join(',')}]`;
      return { text, type: 'array', ...(never !== undefined && { never }) };
    });
}

/** A property and its value, both as JSON text. */
export interface Entry {
  readonly name: string;
  readonly value: JsonText;
}

/** The properties of a valid object; optional ones are sometimes left out. */
export function entriesOf(schema: Schema, known: KnownValues): fc.Arbitrary<readonly Entry[]> {
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((each) => entriesOf(each, known)));
  }
  const all = Object.entries(schema.properties ?? {}).map(([name, each]) =>
    fc
      .tuple(rightValue(name, each, known), fc.integer({ min: 0, max: 2 }))
      .map(([value, left]): Entry[] =>
        left > 0 || schema.required?.includes(name) ? [{ name, value }] : [],
      ),
  );
  return fc.tuple(...all).map((entries) => entries.flat());
}

/** JSON text of an object; it may contain a name more than once. */
export function objectText(entries: readonly Entry[]): JsonText {
  const never = entries.findLast(({ value }) => value.never)?.value.never;
  const text = `{${entries.map(({ name, value }) => `${JSON.stringify(name)}:${value.text}`).join(',')}}`;
  return { text, type: 'object', ...(never !== undefined && { never }) };
}

/**
 * Why a value must be refused in a property whatever else the request contains; null where the server
 * decides. Restated from the contract's wording rather than taken from its schemas.
 */
export function whyNever(name: string, schema: Schema, value: JsonText): string | null {
  if (value.never !== undefined) return value.never;
  if (!typesOf(schema).has(value.type)) return `${value.type} for ${name}`;
  if (value.string === undefined) return null;
  if (days.has(name) && !isDay(value.string)) return `not a date for ${name}`;
  if (!anyBytes.has(name) && isUnkept(value.string))
    return `text that cannot be stored for ${name}`;
  const longest = Math.max(...branches(schema).map(({ maxLength = Infinity }) => maxLength));
  return value.string.trim().length > longest ? `text too long for ${name}` : null;
}

const days = new Set(['date', 'from', 'to']);

/** A password may be any text; it is never stored. */
const anyBytes = new Set(['password', 'current']);

function branches(schema: Schema): readonly Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(branches) : [schema];
}

/** The JSON types that a property accepts. */
function typesOf(schema: Schema): ReadonlySet<JsonType> {
  return new Set(
    branches(schema).flatMap(({ type }): JsonType[] => {
      switch (type) {
        case 'integer':
        case 'number':
          return ['number'];
        case 'string':
        case 'boolean':
        case 'null':
        case 'array':
        case 'object':
          return [type];
        default:
          return everyType;
      }
    }),
  );
}

const everyType: JsonType[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];

function textOf(value: unknown): JsonText {
  const text = JSON.stringify(value);
  if (typeof value === 'string') return { text, type: 'string', string: value };
  if (value === null) return { text, type: 'null' };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return { text, type: typeof value === 'number' ? 'number' : 'boolean' };
  }
  return { text, type: Array.isArray(value) ? 'array' : 'object' };
}
