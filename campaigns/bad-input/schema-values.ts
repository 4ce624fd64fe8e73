import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import fc from 'fast-check';
import {
  isDate,
  isUnstorable,
  jsonStringText,
  type JsonText,
  type JsonType,
} from './hostile-values.ts';

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

/** An endpoint with its schemas as JSON Schema. */
export interface EndpointShape {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
}

const jsonSchemaOptions = { io: 'input', unrepresentable: 'any' } as const;

/** Every endpoint of the API. */
export const endpointShapes: readonly EndpointShape[] = (
  Object.keys(endpoints) as EndpointName[]
).map((name) => {
  const schemas = endpointSchemas[name];
  const getSchema = (part: 'params' | 'query' | 'body') => {
    const schema: unknown = Reflect.get(schemas, part);
    return isZodSchema(schema) ? { [part]: schema.toJSONSchema(jsonSchemaOptions) } : {};
  };
  const { method, path } = endpoints[name];
  return {
    name,
    method,
    path,
    ...getSchema('params'),
    ...getSchema('query'),
    ...getSchema('body'),
  };
});

function isZodSchema(
  value: unknown,
): value is { toJSONSchema(options: typeof jsonSchemaOptions): Schema } {
  return typeof value === 'object' && value !== null && 'toJSONSchema' in value;
}

/** Existing values by property name. Requests with these values pass validation, so they reach the rules. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Generates a value that the schema accepts: one of the known values if there are any. */
export function validValue(
  name: string,
  schema: Schema,
  known: KnownValues,
): fc.Arbitrary<JsonText> {
  const knownValues = known[name];
  if (knownValues && knownValues.length > 0) {
    return fc.constantFrom(...knownValues).map((value) => toJsonText(value));
  }
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((each) => validValue(name, each, known)));
  }
  if (schema.const !== undefined) return fc.constant(toJsonText(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum).map((value) => toJsonText(value));
  switch (schema.type) {
    case 'object':
      return validObject(schema, known);
    case 'array':
      return validArray(schema, known);
    case 'integer':
    case 'number': {
      const { minimum = 1, maximum = 500 } = schema;
      return fc
        .integer({ min: Math.ceil(minimum), max: maximum })
        .map((value) => toJsonText(value));
    }
    case 'boolean':
      return fc.boolean().map((value) => toJsonText(value));
    case 'null':
      return fc.constant(toJsonText(null));
    default:
      return validString(schema).map(jsonStringText);
  }
}

function validString(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'email') {
    return fc.integer({ min: 1, max: 99_999 }).map((number) => `someone${number}@new.example`);
  }
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: '-1' });
  const { minLength = 0, maxLength = 60 } = schema;
  const characters = fc.constantFrom('a', 'Z', '0', ' ', 'é', '中', '🔧', '<', '&', '"', "'");
  return fc
    .array(characters, { minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 80) })
    .map((parts) => parts.join('').trim().padEnd(minLength, 'x').slice(0, maxLength));
}

function validObject(schema: Schema, known: KnownValues): fc.Arbitrary<JsonText> {
  return validEntries(schema, known).map((entries) => objectText(entries));
}

/** Generates an array of valid values. */
function validArray(
  { items = {}, maxItems = 5 }: Schema,
  known: KnownValues,
): fc.Arbitrary<JsonText> {
  return fc
    .array(validValue('', items, known), { maxLength: Math.min(maxItems, 5) })
    .map((values) => {
      const refusalReason = values.find((value) => value.refusalReason)?.refusalReason;
      const text = `[${values.map((value) => value.text).join(',')}]`;
      return { text, type: 'array', ...(refusalReason !== undefined && { refusalReason }) };
    });
}

/** A property and its value, both as JSON text. */
export interface Entry {
  readonly name: string;
  readonly value: JsonText;
}

/** Generates the properties of a valid object; a third of the optional ones are left out. */
export function validEntries(schema: Schema, known: KnownValues): fc.Arbitrary<readonly Entry[]> {
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((each) => validEntries(each, known)));
  }
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) =>
    fc
      .tuple(validValue(name, each, known), fc.integer({ min: 0, max: 2 }))
      .map(([value, zeroToTwo]): Entry[] =>
        zeroToTwo > 0 || schema.required?.includes(name) ? [{ name, value }] : [],
      ),
  );
  return fc.tuple(...properties).map((entries) => entries.flat());
}

/** Returns the JSON text of an object, which may contain a name more than once. */
export function objectText(entries: readonly Entry[]): JsonText {
  const refusalReason = entries.findLast(({ value }) => value.refusalReason)?.value.refusalReason;
  const text = `{${entries.map(({ name, value }) => `${JSON.stringify(name)}:${value.text}`).join(',')}}`;
  return { text, type: 'object', ...(refusalReason !== undefined && { refusalReason }) };
}

/**
 * Returns why a property must not have this value, regardless of the rest of the request; null if it may. The
 * rules are stated here independently of the contract's schemas.
 */
export function findRefusalReason(name: string, schema: Schema, value: JsonText): string | null {
  if (value.refusalReason !== undefined) return value.refusalReason;
  if (!acceptedTypes(schema).has(value.type)) return `${value.type} for ${name}`;
  if (value.string === undefined) return null;
  if (dateProperties.has(name) && !isDate(value.string)) return `not a date for ${name}`;
  if (!unrestrictedStrings.has(name) && isUnstorable(value.string))
    return `text that cannot be stored for ${name}`;
  const maxLength = Math.max(...branches(schema).map((branch) => branch.maxLength ?? Infinity));
  return value.string.trim().length > maxLength ? `text too long for ${name}` : null;
}

const dateProperties = new Set(['date', 'from', 'to']);

/** Properties that accept any string: passwords, which are never stored as text. */
const unrestrictedStrings = new Set(['password', 'current']);

function branches(schema: Schema): readonly Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(branches) : [schema];
}

/** Returns the JSON types that a property accepts. */
function acceptedTypes(schema: Schema): ReadonlySet<JsonType> {
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

function toJsonText(value: unknown): JsonText {
  const text = JSON.stringify(value);
  if (typeof value === 'string') return { text, type: 'string', string: value };
  if (value === null) return { text, type: 'null' };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return { text, type: typeof value === 'number' ? 'number' : 'boolean' };
  }
  return { text, type: Array.isArray(value) ? 'array' : 'object' };
}
