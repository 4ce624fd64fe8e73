import { isDeepStrictEqual } from 'node:util';
import type { AccessRow, Reach } from '@curbwrench/contract/api/access';
import { callSchemas } from '@curbwrench/contract/api/call-schemas';
import { calls, pathOf, type CallName } from '@curbwrench/contract/api/calls';
import { sql } from 'kysely';
import type { Person } from '../builders.ts';
import { send, type Answer } from '../requests.ts';
import { decidedFields, decidedReach, decidedVerbs } from './decided.ts';
import { columnOf, viewerNames, type ViewerName, type World } from './world.ts';

/** The object of a call, and whom it belongs to. */
export interface Thing {
  readonly id: string | number;
  /** The customer it belongs to. */
  readonly ownerId?: string;
  /** The mechanic whose job it belongs to. */
  readonly mechanicId?: string;
  /** The person that counts as "self" for it; the id itself by default. */
  readonly selfId?: string;
  readonly isCustomer?: boolean;
}

/** One call on one kind of object, to be made by every viewer. */
export interface AccessCase {
  readonly name: string;
  readonly call: CallName;
  /** The row of the contract's table that guards it; compared with the call's own. */
  readonly row: AccessRow;
  /** In an appointment's cell: the verb of this call. */
  readonly verb?: string;
  /** Creates the object. `turn` distinguishes the objects of different viewers. */
  readonly make?: (world: World, turn: number) => Promise<Thing>;
  /** An id that does not exist. */
  readonly missing?: string | number;
  /** The query string; the id is appended if it ends with `=`. */
  readonly query?: string;
  readonly body?: (world: World, asked: Asked) => object;
  /** The status for those who may: by default 200, for a POST 201 and for a DELETE 204. */
  readonly allowed?: number;
  /** The status for a missing object or one of someone else: by default 404. */
  readonly hidden?: number;
  /** The response is a list, which contains the object for those who may see it. */
  readonly lists?: boolean;
  /** The response is a document, whose content is tested beside its route. */
  readonly document?: boolean;
}

export interface Asked {
  readonly viewer: ViewerName;
  readonly id: string | number;
  readonly turn: number;
  /** The request is repeated, and its body must differ to have the same result. */
  readonly again?: boolean;
}

/** What a viewer should get, as decided, and what they got. The two must be equal. */
export interface Step {
  /** A cell's status and body; marks in a response; two responses that must be identical. */
  readonly about: 'cell' | 'marks' | 'bytes';
  readonly expected: object;
  readonly got: object;
}

const signIn = 'Please log in first.';
const notAllowed = "You don't have permission to do that.";

/** Makes a case's call as every viewer, on an existing object and on a missing one. */
export async function* walk(world: World, walked: AccessCase): AsyncGenerator<Step> {
  for (const [turn, viewer] of viewerNames.entries()) {
    const person = world.people[viewer];
    const thing = await walked.make?.(world, turn);
    const ask = (id: string | number) => request(world, walked, { viewer, id, turn });
    const found = await ask(thing?.id ?? 0);
    yield expectation(walked, viewer, person, thing, found);
    yield seesOnlyTheirs(world, viewer, found);
    if (walked.missing === undefined || walked.lists) continue;

    const missing = await ask(walked.missing);
    yield expectation(walked, viewer, person, null, missing);
    yield seesOnlyTheirs(world, viewer, missing);
    // An object of someone else is answered like a missing one, byte for byte.
    if (thing && outOfReach(walked, viewer, person, thing)) {
      yield { about: 'bytes', expected: bytesOf(missing), got: bytesOf(found) };
    }
  }
}

/** Makes the call of a case; `alter` may change the body. */
export async function request(
  world: World,
  walked: AccessCase,
  asked: Asked,
  alter: (body: object) => object = (body) => body,
): Promise<Answer> {
  const { method, path } = calls[walked.call];
  // A missing route would be answered like an object of someone else.
  if (!world.app.hasRoute({ method, url: path })) throw new Error(`Nobody answers ${walked.call}.`);
  const query = walked.query ? `?${walked.query}${walked.query.endsWith('=') ? asked.id : ''}` : '';
  const url = (path.includes(':id') ? pathOf(path, { id: asked.id }) : path) + query;
  const answer = await send(
    world,
    world.people[asked.viewer],
    method,
    url,
    walked.body && alter(walked.body(world, asked)),
  );
  // Resets the counts: limits are tested elsewhere.
  await sql`delete from rate_limits`.execute(world.store.kysely);
  return answer;
}

/** Returns status and body as decided. `thing` null: it is missing; undefined: the call names none. */
function expectation(
  walked: AccessCase,
  viewer: ViewerName,
  person: Person | null,
  thing: Thing | null | undefined,
  answer: Answer,
): Step {
  const reach = reachOf(walked, viewer);
  const step = (status: number, body: unknown): Step => ({
    about: 'cell',
    expected: { viewer, status, body },
    got: { viewer, status: answer.statusCode, body: answer.body.slice(0, 300) },
  });
  if (reach === 'none') {
    return columnOf[viewer] === 'anonymous' ? step(401, signIn) : step(403, notAllowed);
  }
  if (walked.lists && thing) {
    const isListed = idsIn(answer).includes(thing.id);
    return {
      about: 'cell',
      expected: {
        viewer,
        status: 200,
        listed: reaches(reach, person, thing),
        ...asPromised(walked),
      },
      got: { viewer, status: answer.statusCode, listed: isListed, ...asAnswered(walked, answer) },
    };
  }
  if (thing === null || (thing && !reaches(reach, person, thing))) {
    return step(walked.hidden ?? 404, sentenceOf(answer));
  }
  if (walked.verb && !decidedVerbs(columnOf[viewer]).includes(verbFor(walked.verb, viewer))) {
    return step(403, sentenceOf(answer));
  }
  const fields = decidedFields(walked.row, columnOf[viewer]);
  return {
    about: 'cell',
    expected: {
      viewer,
      status: allowedStatus(walked),
      ...asPromised(walked),
      ...(fields && { fields }),
    },
    got: {
      viewer,
      status: answer.statusCode,
      ...asAnswered(walked, answer),
      ...(fields && { fields: fieldsIn(answer) }),
    },
  };
}

function outOfReach(
  walked: AccessCase,
  viewer: ViewerName,
  person: Person | null,
  thing: Thing,
): boolean {
  const reach = reachOf(walked, viewer);
  return reach !== 'none' && !reaches(reach, person, thing);
}

/** Returns whether a viewer may make the call at all, as decided. */
export function mayCall(walked: AccessCase, viewer: ViewerName): boolean {
  return reachOf(walked, viewer) !== 'none';
}

/** None of the walk's viewers is an admin who also works as a mechanic. */
function reachOf(walked: AccessCase, viewer: ViewerName): Exclude<Reach, 'self_as_mechanic'> {
  const reach = decidedReach(walked.row, columnOf[viewer]);
  return reach === 'self_as_mechanic' ? 'none' : reach;
}

function reaches(reach: ReturnType<typeof reachOf>, person: Person | null, thing: Thing): boolean {
  switch (reach) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'own':
    case 'of_own_appointment':
      return thing.ownerId === person?.id;
    case 'self':
      return (thing.selfId ?? thing.id) === person?.id;
    case 'assigned':
    case 'of_own_jobs':
      return thing.mechanicId === person?.id;
    case 'customers':
      return thing.isCustomer === true;
  }
}

/** A mechanic who gives a job back declines it. */
function verbFor(verb: string, viewer: ViewerName): string {
  return verb === 'unassign' && columnOf[viewer] === 'mechanic' ? 'decline' : verb;
}

function allowedStatus({ allowed, call }: AccessCase): number {
  const usual = { GET: 200, PATCH: 200, POST: 201, DELETE: 204 };
  return allowed ?? usual[calls[call].method];
}

/** A reply matches its schema and contains nothing else. */
function asPromised(walked: AccessCase): object {
  if (allowedStatus(walked) > 299) return { sentence: true };
  return {
    beside: [],
    empty: callSchemas[walked.call].reply === null && !walked.document,
  };
}

function asAnswered(walked: AccessCase, answer: Answer): object {
  const isSentence = answer.body === sentenceOf(answer);
  if (answer.statusCode > 299) {
    return { sentence: isSentence && ![signIn, notAllowed].includes(answer.body) };
  }
  const { reply } = callSchemas[walked.call];
  if (reply === null || answer.body === '') return { beside: [], empty: answer.body === '' };
  const body = answer.json<unknown>();
  return { beside: isDeepStrictEqual(reply.parse(body), body) ? [] : [body], empty: false };
}

/** Returns the body if it is one plain sentence, otherwise a placeholder that does not match it. */
function sentenceOf({ body }: Answer): string {
  return /^[A-Z][^\n{}<>]{4,200}$/.test(body) ? body : 'A sentence.';
}

/** Compares the response with the marks: it must contain none that this viewer may not see. */
function seesOnlyTheirs(world: World, viewer: ViewerName, answer: Answer): Step {
  const whole = `${answer.body}\n${JSON.stringify(answer.headers)}`;
  const leaked = world.marks.filter(
    ({ text, seenBy }) => whole.includes(text) && !seenBy.includes(viewer),
  );
  return {
    about: 'marks',
    expected: { viewer, leaked: [] },
    got: { viewer, leaked: leaked.map(({ text }) => text) },
  };
}

function bytesOf({ statusCode, headers, body }: Answer): object {
  const { date: _, ...others } = headers;
  return { statusCode, headers: others, body };
}

/** Returns the properties of a response, in alphabetical order. */
function fieldsIn({ statusCode, body }: Answer): string[] {
  return statusCode < 300 ? Object.keys(JSON.parse(body) as object).toSorted() : [];
}

function idsIn(answer: Answer): unknown[] {
  const body: unknown = answer.statusCode === 200 ? answer.json() : [];
  return Array.isArray(body) ? body.map((row) => Reflect.get(Object(row), 'id') as unknown) : [];
}
