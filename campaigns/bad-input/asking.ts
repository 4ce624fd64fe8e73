import { roles, type Role } from '@curbwrench/contract/people/roles';
import fc from 'fast-check';
import { whole, type BadRequest } from './bad-request.ts';
import { entriesOf, type Entry, type Shapes } from './schema-values.ts';
import type { Cast } from './site.ts';

const utf8 = (text: string): Buffer => Buffer.from(text);
const json = 'content-type: application/json';

/** A call and who makes it. */
export interface Asking {
  readonly shape: Shapes;
  readonly viewer: Role | 'visitor';
  /** Their address, as our own proxy reports it: rate limits count each address separately. */
  readonly address: string;
}

export const viewers: readonly Asking['viewer'][] = ['visitor', ...roles];

/** These end the caller's session or account; the caller is one who may be lost. */
const farewells = new Set([
  'signOut',
  'deleteAccount',
  'changePassword',
  'revokeSession',
  'revokeOtherSessions',
]);

interface Parts {
  readonly target: string;
  readonly lines: readonly string[];
  readonly json: string | null;
}

export function write(
  asking: Asking,
  cast: Cast,
  what: string,
  { target, lines, json: text }: Parts,
  never: string | null = null,
): BadRequest {
  const own = [...linesOf(asking, cast), ...(text === null ? [] : [json]), ...lines];
  const body = text === null ? null : utf8(text);
  const { method, name } = asking.shape;
  return whole(`${name} by ${asking.viewer}: ${what}`, { method, target, lines: own, body }, never);
}

export function linesOf({ viewer, shape, address }: Asking, cast: Cast): string[] {
  const lines = [`x-forwarded-for: ${address}`];
  if (viewer === 'visitor') return lines;
  const { stays, leaves } = cast.cookies[viewer];
  return [...lines, `cookie: ${farewells.has(shape.name) ? leaves : stays}`];
}

export function bodyEntries({ shape }: Asking, cast: Cast): fc.Arbitrary<readonly Entry[] | null> {
  return shape.body ? entriesOf(shape.body, cast.known) : fc.constant(null);
}

export type Properties = ReadonlyMap<string, NonNullable<Shapes['body']>>;

/** In a body with several forms, a property of two of them accepts what either accepts. */
export function propertiesOf({ shape: { body } }: Asking): Properties {
  const found = new Map<string, NonNullable<Shapes['body']>>();
  for (const form of body?.anyOf ?? (body ? [body] : [])) {
    for (const [name, schema] of Object.entries(form.properties ?? {})) {
      const before = found.get(name);
      found.set(name, before ? { anyOf: [before, schema] } : schema);
    }
  }
  return found;
}

export function queryOf({ shape: { query } }: Asking, cast: Cast): fc.Arbitrary<string> {
  if (!query) return fc.constant('');
  return entriesOf(query, cast.known).map((entries) => {
    const values = new URLSearchParams(
      entries.map(({ name, value }): [string, string] => [name, value.string ?? value.text]),
    );
    return `?${values.toString()}`;
  });
}

export function idOf({ shape }: Asking, cast: Cast): fc.Arbitrary<string | number> {
  const noun = /\/([a-z]+)\/:/.exec(shape.path)?.[1] ?? '';
  return fc.constantFrom(...(cast.ids[noun] ?? [1]));
}

export function targetOf({ path }: Shapes, id: string | number): string {
  return path.replace(/:\w+/, String(id));
}
