import { errorStatuses } from '@curbwrench/contract/api/errors';
import type { BadRequest } from './bad-request.ts';
import type { RawExchange, RawResponse } from './raw-exchange.ts';

/** The statuses of refusals: the contract's, and those that Node's HTTP server sends. */
const refusalStatuses = new Set<number>(
  [...Object.values(errorStatuses), 408, 417, 431].filter((status) => status < 500),
);
const acceptedStatuses = new Set([200, 201, 204, 206, 303, 304]);

/** One sentence of plain text: no markup, no JSON, no stack trace. */
const sentence = /^[A-Z][^\n{}<>]{4,200}[^\s]$/;

/** Wording from libraries and the database, which must not be shown to users. */
const internalDetails =
  /\n\s+at |\bat .+:\d+:\d+|\w+Error\b|SQLSTATE|\bselect .+ from\b|\binsert into|\bsyntax\b|\bcolumn\b|\brelation\b|constraint|zod|fastify|FST_|HPE_|node_modules|postgres|pglite|kysely|better-auth|JSON\.parse|Unexpected token|in JSON at|\[object|undefined|byte sequence|expected string|[Ii]nvalid (input|type)|prototype|ECONN/;

/** Returns whether a request was accepted. */
export function isAccepted(exchange: RawExchange): boolean {
  return exchange.responses.some(({ status }) => status >= 200 && status < 400);
}

/** Returns a message for each problem with the responses to a request. */
export function findProblems(request: BadRequest, exchange: RawExchange): string[] {
  const problems: string[] = [];
  const addProblem = (description: string): void =>
    void problems.push(`${description} [${request.description}]`);
  if (exchange.responses.length === 0) {
    if (!exchange.isComplete) addProblem('no response, and the connection stayed open');
    else if (!request.mayBeClosed) addProblem('closed without a response');
  }
  for (const response of exchange.responses) {
    const problem = findResponseProblem(
      response,
      request.bytes.subarray(0, 5).toString() === 'HEAD ',
    );
    if (problem) addProblem(problem);
  }
  if (request.refusalReason !== null && isAccepted(exchange)) {
    addProblem(`accepted with ${exchange.responses[0]?.status} despite ${request.refusalReason}`);
  }
  return problems;
}

function findResponseProblem(
  { status, headers, body }: RawResponse,
  isHead: boolean,
): string | null {
  if (status >= 500) return `${status}: ${body.slice(0, 200)}`;
  if (status < 400) return acceptedStatuses.has(status) ? null : `a response of ${status}`;
  if (!refusalStatuses.has(status)) return `a response of ${status}: ${body.slice(0, 120)}`;
  if (isHead) return null;
  const text = readSentence(headers['content-type'] ?? '', body);
  if (text === null || !sentence.test(text))
    return `${status} without a sentence: ${body.slice(0, 200)}`;
  return internalDetails.test(body) ? `${status} reveals internals: ${body.slice(0, 200)}` : null;
}

function readSentence(type: string, body: string): string | null {
  if (type.startsWith('text/plain')) return body;
  if (!type.startsWith('application/problem+json')) return null;
  const problem: unknown = JSON.parse(body);
  const isProblem = typeof problem === 'object' && problem !== null && 'title' in problem;
  return isProblem && typeof problem.title === 'string' ? problem.title : null;
}
