import {
  access,
  rowsWithOptionalSession,
  type AccessRow,
  type Scope,
} from '@curbwrench/contract/api/access';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import {
  endpointSchemas,
  type EndpointOutput,
  type EndpointReply,
} from '@curbwrench/contract/api/endpoint-schemas';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { viewerHeader } from '@curbwrench/contract/offline/stored-responses';
import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import { checkRateLimit, type RateLimitContext } from '../application/check-rate-limit.ts';
import type { Actor } from '../application/rules/actor.ts';
import { getMailbox } from '../application/rules/mailbox.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { getClientAddress, getNetwork } from './client-address.ts';
import { sendRefusal } from './refusals.ts';
import type { RouteContext } from './route-context.ts';
import { findSharedAccountRefusal, type SharedAccountContext } from './shared-accounts.ts';

/**
 * The viewer and their scope. A handler of an endpoint that is open to visitors gets neither, unless the access table
 * says that its response depends on who is signed in; then the viewer may be null.
 */
type CallerAccess<Row extends AccessRow> = (typeof access)[Row]['visitor'] extends 'none'
  ? { readonly viewer: Actor; readonly scope: Scope }
  : Row extends (typeof rowsWithOptionalSession)[number]
    ? { readonly viewer: Actor | null; readonly scope: Scope }
    : unknown;

/** The input of an endpoint's handler: the viewer, their scope, and the request's parsed parts. */
export type EndpointRequest<Name extends EndpointName> = CallerAccess<
  (typeof endpointAccess)[Name]
> & {
  readonly params: EndpointOutput<Name, 'params'>;
  readonly query: EndpointOutput<Name, 'query'>;
  readonly body: EndpointOutput<Name, 'body'>;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A reply that is already serialized as JSON; it is sent unchanged. */
export class ExactReply {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A reply that is a file to download, with its name. */
export class FileReply {
  readonly content: Buffer | Readable;
  readonly type: string;
  readonly name: string;

  constructor(content: Buffer | Readable, type: string, name: string) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

/** The result of an endpoint's handler; `Sent` if the handler has sent the response itself. */
export type EndpointResult<Name extends EndpointName> = Result<
  EndpointReply<Name> | ExactReply | FileReply | typeof Sent
>;

/** The result of a handler that has sent the response itself. */
export const Sent = Symbol('sent');

/** The dependencies for authorizing and rate-limiting a request. */
export interface AuthorizationContext extends RateLimitContext, SharedAccountContext {
  readonly identity: Pick<RouteContext['identity'], 'lookUpSession' | 'findAccountId'>;
  readonly recordMechanicActivity: RouteContext['recordMechanicActivity'];
  readonly feed: Pick<RouteContext['feed'], 'latest'>;
}

/**
 * Registers the route for an endpoint in the contract. Before `handle` runs, the request is checked against the access
 * table, parsed with the endpoint's schemas and counted for its rate limit. A GET route also accepts HEAD, unless
 * `acceptsHead` is false.
 */
export function registerEndpoint<Name extends EndpointName>(
  app: FastifyInstance,
  context: AuthorizationContext,
  name: Name,
  handle: (request: EndpointRequest<Name>) => Promise<EndpointResult<Name>>,
  { acceptsHead = true }: { readonly acceptsHead?: boolean } = {},
): void {
  const endpoint = endpoints[name];
  const row = endpointAccess[name];
  const schemas: {
    params?: z.ZodType;
    query?: z.ZodType;
    body?: z.ZodType;
    reply: z.ZodType | null;
  } = endpointSchemas[name];
  const isLimited = rateLimits[name] !== undefined;
  const handler: RouteHandlerMethod = async (request, reply) => {
    // Set before any data is read, so that the data may be newer than this number but never older.
    if (endpoint.method === 'GET') reply.header(lastEventHeader, String(context.feed.latest()));
    const authorized = await authorize(context, row, request, reply);
    if (!authorized.ok) return sendRefusal(request, reply, authorized.refusal);
    const parsed = parse(schemas, request);
    if (!parsed.ok) return sendRefusal(request, reply, parsed.refusal);
    const sharedRefusal = await findSharedAccountRefusal(
      context,
      name,
      authorized.value.viewer,
      parsed.value,
    );
    if (sharedRefusal) return sendRefusal(request, reply, sharedRefusal.refusal);
    if (isLimited) {
      const rateLimit = await checkRateLimit(context, name, {
        network: getNetwork(getClientAddress(request)),
        subject: authorized.value.viewer?.id ?? readSubject(row, parsed.value.body),
        role: authorized.value.viewer?.role ?? null,
      });
      if (!rateLimit.ok) return sendRefusal(request, reply, rateLimit.refusal);
    }
    const result = await handle({
      ...authorized.value,
      ...parsed.value,
      raw: request,
      reply,
    } as EndpointRequest<Name>);
    if (!result.ok) return sendRefusal(request, reply, result.refusal);
    if (result.value === Sent) return reply;
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    if (result.value instanceof FileReply) {
      const { content, type, name: fileName } = result.value;
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content);
    }
    if (result.value === null) return reply.code(204).send();
    const text =
      result.value instanceof ExactReply ? result.value.text : JSON.stringify(result.value);
    return reply.type('application/json; charset=utf-8').send(text);
  };
  guardedHandlers.add(handler);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint: name, access: row },
    exposeHeadRoute: acceptsHead,
    handler,
  });
}

/** Returns whether a route's handler checks the access table, as all handlers created by `registerEndpoint` do. */
export function isGuarded(handler: RouteHandlerMethod): boolean {
  return guardedHandlers.has(handler);
}

const guardedHandlers = new WeakSet<RouteHandlerMethod>();

/** The refusal if a cursor does not belong to the list. */
export const noSuchPage = refused('invalid_request', "That page doesn't exist.");

/** Adds the link to a list's next page: the request's own URL with that page's cursor. */
export function setNextPageLink(
  request: FastifyRequest,
  reply: FastifyReply,
  next: string | null,
): void {
  if (next === null) return;
  const queryStart = request.url.indexOf('?');
  const path = queryStart < 0 ? request.url : request.url.slice(0, queryStart);
  const query = new URLSearchParams(queryStart < 0 ? '' : request.url.slice(queryStart + 1));
  query.set('cursor', next);
  reply.header('link', `<${path}?${query.toString()}>; rel="next"`);
}

/**
 * Returns the caller (null for a visitor) and the objects that this row of the access table allows, or why the
 * request is refused.
 */
async function authorize(
  context: AuthorizationContext,
  row: AccessRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<{ viewer: Actor | null; scope: Scope }>> {
  const cells: Record<string, Scope> = access[row];
  const visitorScope = cells['visitor'] ?? 'none';
  if (visitorScope !== 'none' && !optionalSessionRows.has(row)) {
    return accepted({ viewer: null, scope: visitorScope });
  }
  const session = await context.identity.lookUpSession(request.headers);
  if (!session) {
    return visitorScope === 'none'
      ? refused('not_signed_in', 'Please log in first.')
      : accepted({ viewer: null, scope: visitorScope });
  }
  // Staff without the required second factor get only what a visitor would get.
  if (session.isSecondFactorMissing && rowsTreatedAsVisitor.has(row)) {
    return accepted({ viewer: null, scope: visitorScope });
  }
  request.personId = session.viewer.id;
  // Tells the service worker, which stores responses for offline use, whom the response is for.
  reply.header(viewerHeader, session.viewer.id);
  for (const cookie of session.setCookies) reply.header('set-cookie', cookie);
  if (
    session.isSecondFactorMissing &&
    visitorScope === 'none' &&
    !rowsWithoutSecondFactor.has(row)
  ) {
    return refused(
      'two_factor_required',
      'Please set up two-factor authentication in your account first.',
    );
  }
  const scope = cells[session.viewer.role] ?? 'none';
  if (scope === 'none') return refused('not_allowed', "You don't have permission to do that.");
  if (session.mechanic) {
    await context.recordMechanicActivity(session.viewer.id, session.mechanic.lastActiveAt);
  }
  return accepted({ viewer: session.viewer, scope });
}

const optionalSessionRows: ReadonlySet<AccessRow> = new Set(rowsWithOptionalSession);

/** The rows open to staff without the required second factor, so that they can set it up and read their session. */
const rowsWithoutSecondFactor = new Set<AccessRow>(['account', 'session.read']);

/** The rows for which staff without the required second factor count as visitors. */
const rowsTreatedAsVisitor = new Set<AccessRow>(['places.read', 'plans.read', 'services.read']);

/**
 * Returns what a visitor's requests are counted by, in addition to their network: the mailbox of the email address in
 * the body, which identifies an account, or the token of an appointment link. Returns null if the body has neither.
 */
function readSubject(row: AccessRow, body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if (row === 'links.use' && 'token' in body) return String(body.token);
  return 'email' in body && typeof body.email === 'string' ? getMailbox(body.email) : null;
}

interface ParsedParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

function parse(
  schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType },
  request: FastifyRequest,
): Result<ParsedParts> {
  const parts: ParsedParts = { params: undefined, query: undefined, body: undefined };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = schemas[part];
    if (!schema) continue;
    const result = schema.safeParse(request[part] ?? {}, { error: getIssueMessage });
    if (!result.success) {
      // An invalid id in the path means that the object doesn't exist.
      if (part === 'params') return refused('not_found', "There's nothing at this address.");
      return { ok: false, refusal: toInvalidRequest(result.error) };
    }
    parts[part] = result.data;
  }
  return accepted(parts);
}

/** Returns the message for an issue whose schema has none; the library's own messages are for programmers. */
function getIssueMessage(issue: { readonly path?: readonly PropertyKey[] | undefined }): string {
  const [field] = issue.path ?? [];
  return field === undefined ? 'The request is not valid.' : `The ${String(field)} is not valid.`;
}

/** Returns a refusal whose message is the first problem; `fields` contains each field's first problem. */
function toInvalidRequest(error: z.ZodError): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path[0];
    if (field !== undefined) fields[String(field)] ??= issue.message;
  }
  const message = error.issues[0]?.message ?? 'The request is not valid.';
  return { code: 'invalid_request', message, fields };
}
