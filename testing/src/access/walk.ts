import { isDeepStrictEqual } from 'node:util';
import type { AccessRow, Reach } from '@curbwrench/contract/access';
import { callSchemas } from '@curbwrench/contract/call-schemas';
import { calls, pathOf, type CallName } from '@curbwrench/contract/calls';
import { sql } from 'kysely';
import type { Person } from '../builders.ts';
import { send, type Answer } from '../requests.ts';
import { decidedFields, decidedReach, decidedVerbs } from './decided.ts';
import { columnOf, readerNames, type ReaderName, type World } from './world.ts';

/** What a call is about, and whose it is. */
export interface Thing {
  readonly id: string | number;
  /** The customer it belongs to. */
  readonly ownerId?: string;
  /** The mechanic whose job it is part of. */
  readonly mechanicId?: string;
  /** Whose self it is, if anyone's; the id itself when not said. */
  readonly selfId?: string;
  readonly isCustomer?: boolean;
}

/** One call on one kind of thing, to be walked by every reader. */
export interface AccessCase {
  readonly name: string;
  readonly call: CallName;
  /** The row of the contract's table that decides it; checked against the call's own. */
  readonly row: AccessRow;
  /** In an appointment's cell: which of the verbs it is. */
  readonly verb?: string;
  /** Makes the thing. `turn` tells the readers' things apart. */
  readonly make?: (world: World, turn: number) => Promise<Thing>;
  /** An id that nothing has. */
  readonly missing?: string | number;
  /** After the path; the id follows where it ends with `=`. */
  readonly query?: string;
  readonly body?: (world: World, asked: Asked) => object;
  /** What those who may get: 200, 201 for a POST and 204 for a DELETE unless said. */
  readonly allowed?: number;
  /** What something missing, or somebody else's, gets: 404 unless said. */
  readonly hidden?: number;
  /** The answer is a list, which holds the thing for those who may see it. */
  readonly lists?: boolean;
  /** The answer is a document, whose contents are tested beside its route. */
  readonly document?: boolean;
}

export interface Asked {
  readonly reader: ReaderName;
  readonly id: string | number;
  readonly turn: number;
  /** The same once more, where it must be something else to be the same. */
  readonly again?: boolean;
}

/** What is decided that a reader gets, and what they got. Equal, or something is wrong. */
export interface Step {
  /** A cell's status and body; a mark in an answer; two answers that must be the same bytes. */
  readonly about: 'cell' | 'marks' | 'bytes';
  readonly expected: object;
  readonly got: object;
}

const signIn = 'Please log in first.';
const notAllowed = "You don't have permission to do that.";

/** Walks a case with every reader, on a thing that is there and on one that is not. */
export async function* walk(world: World, walked: AccessCase): AsyncGenerator<Step> {
  for (const [turn, reader] of readerNames.entries()) {
    const person = world.people[reader];
    const thing = await walked.make?.(world, turn);
    const ask = (id: string | number) => request(world, walked, { reader, id, turn });
    const found = await ask(thing?.id ?? 0);
    yield expectation(walked, reader, person, thing, found);
    yield seesOnlyTheirs(world, reader, found);
    if (walked.missing === undefined || walked.lists) continue;

    const missing = await ask(walked.missing);
    yield expectation(walked, reader, person, null, missing);
    yield seesOnlyTheirs(world, reader, missing);
    // Somebody else's answers like one that isn't there, byte for byte.
    if (thing && outOfReach(walked, reader, person, thing)) {
      yield { about: 'bytes', expected: bytesOf(missing), got: bytesOf(found) };
    }
  }
}

/** Makes the call of a case, with a body that is changed on its way if `alter` says so. */
export async function request(
  world: World,
  walked: AccessCase,
  asked: Asked,
  alter: (body: object) => object = (body) => body,
): Promise<Answer> {
  const { method, path } = calls[walked.call];
  // A refusal of an address that isn't there would look like one of somebody else's object.
  if (!world.app.hasRoute({ method, url: path })) throw new Error(`Nobody answers ${walked.call}.`);
  const query = walked.query ? `?${walked.query}${walked.query.endsWith('=') ? asked.id : ''}` : '';
  const url = (path.includes(':id') ? pathOf(path, { id: asked.id }) : path) + query;
  const answer = await send(
    world,
    world.people[asked.reader],
    method,
    url,
    walked.body && alter(walked.body(world, asked)),
  );
  // Each starts from nothing counted: the limits are tested elsewhere.
  await sql`delete from rate_limits`.execute(world.store.kysely);
  return answer;
}

/** Status and body as decided; `thing` null: there is none, undefined: the call names none. */
function expectation(
  walked: AccessCase,
  reader: ReaderName,
  person: Person | null,
  thing: Thing | null | undefined,
  answer: Answer,
): Step {
  const reach = reachOf(walked, reader);
  const step = (status: number, body: unknown): Step => ({
    about: 'cell',
    expected: { reader, status, body },
    got: { reader, status: answer.statusCode, body: answer.body.slice(0, 300) },
  });
  if (reach === 'none') {
    return columnOf[reader] === 'anonymous' ? step(401, signIn) : step(403, notAllowed);
  }
  if (walked.lists && thing) {
    const isListed = idsIn(answer).includes(thing.id);
    return {
      about: 'cell',
      expected: {
        reader,
        status: 200,
        listed: reaches(reach, person, thing),
        ...asPromised(walked),
      },
      got: { reader, status: answer.statusCode, listed: isListed, ...asAnswered(walked, answer) },
    };
  }
  if (thing === null || (thing && !reaches(reach, person, thing))) {
    return step(walked.hidden ?? 404, sentenceOf(answer));
  }
  if (walked.verb && !decidedVerbs(columnOf[reader]).includes(verbFor(walked.verb, reader))) {
    return step(403, sentenceOf(answer));
  }
  const fields = decidedFields(walked.row, columnOf[reader]);
  return {
    about: 'cell',
    expected: {
      reader,
      status: allowedStatus(walked),
      ...asPromised(walked),
      ...(fields && { fields }),
    },
    got: {
      reader,
      status: answer.statusCode,
      ...asAnswered(walked, answer),
      ...(fields && { fields: fieldsIn(answer) }),
    },
  };
}

function outOfReach(
  walked: AccessCase,
  reader: ReaderName,
  person: Person | null,
  thing: Thing,
): boolean {
  const reach = reachOf(walked, reader);
  return reach !== 'none' && !reaches(reach, person, thing);
}

/** Whether what was decided lets a reader make the call at all. */
export function mayCall(walked: AccessCase, reader: ReaderName): boolean {
  return reachOf(walked, reader) !== 'none';
}

/** None of the walk's readers is an admin who also works as a mechanic. */
function reachOf(walked: AccessCase, reader: ReaderName): Exclude<Reach, 'self_as_mechanic'> {
  const reach = decidedReach(walked.row, columnOf[reader]);
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
function verbFor(verb: string, reader: ReaderName): string {
  return verb === 'unassign' && columnOf[reader] === 'mechanic' ? 'decline' : verb;
}

function allowedStatus({ allowed, call }: AccessCase): number {
  const usual = { GET: 200, PATCH: 200, POST: 201, DELETE: 204 };
  return allowed ?? usual[calls[call].method];
}

/** A reply holds what the contract says, and nothing beside it. */
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

/** One plain sentence; anything else is shown as what is wrong with it. */
function sentenceOf({ body }: Answer): string {
  return /^[A-Z][^\n{}<>]{4,200}$/.test(body) ? body : 'A sentence.';
}

/** No mark of anybody that this reader may not see. */
function seesOnlyTheirs(world: World, reader: ReaderName, answer: Answer): Step {
  const whole = `${answer.body}\n${JSON.stringify(answer.headers)}`;
  const leaked = world.marks.filter(
    ({ text, seenBy }) => whole.includes(text) && !seenBy.includes(reader),
  );
  return {
    about: 'marks',
    expected: { reader, leaked: [] },
    got: { reader, leaked: leaked.map(({ text }) => text) },
  };
}

function bytesOf({ statusCode, headers, body }: Answer): object {
  const { date: _, ...others } = headers;
  return { statusCode, headers: others, body };
}

/** What an answer is made of, in alphabetical order. */
function fieldsIn({ statusCode, body }: Answer): string[] {
  return statusCode < 300 ? Object.keys(JSON.parse(body) as object).toSorted() : [];
}

function idsIn(answer: Answer): unknown[] {
  const body: unknown = answer.statusCode === 200 ? answer.json() : [];
  return Array.isArray(body) ? body.map((row) => Reflect.get(Object(row), 'id') as unknown) : [];
}
