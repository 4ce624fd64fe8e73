import { errorStatuses } from '@curbwrench/contract/api/errors';
import type { BadRequest } from './bad-request.ts';
import type { RawAnswer, Reply } from './raw-exchange.ts';

/** The statuses for a refused request: the contract's, and those of the connection itself. */
const refusals = new Set<number>(
  [...Object.values(errorStatuses), 408, 417, 431].filter((status) => status < 500),
);
const acceptances = new Set([200, 201, 204, 206, 303, 304]);

/** One plain sentence for a person: no markup, no JSON, no stack trace. */
const sentence = /^[A-Z][^\n{}<>]{4,200}[^\s]$/;

/** Words of libraries and of the database, which must not be shown to people. */
const leak =
  /\n\s+at |\bat .+:\d+:\d+|\w+Error\b|SQLSTATE|\bselect .+ from\b|\binsert into|\bsyntax\b|\bcolumn\b|\brelation\b|constraint|zod|fastify|FST_|HPE_|node_modules|postgres|pglite|kysely|better-auth|JSON\.parse|Unexpected token|in JSON at|\[object|undefined|byte sequence|expected string|[Ii]nvalid (input|type)|prototype|ECONN/;

/** Whether a request was accepted. */
export function isAccepted(answer: RawAnswer): boolean {
  return answer.answers.some(({ status }) => status >= 200 && status < 400);
}

/** What is wrong with one response, in words; nothing if all is well. */
export function problemsOf(request: BadRequest, answer: RawAnswer): string[] {
  const problems: string[] = [];
  const say = (what: string): void => void problems.push(`${what} [${request.what}]`);
  if (answer.answers.length === 0) {
    if (!answer.ended) say('neither answered nor closed');
    else if (!request.mayBeCut) say('closed without a response');
  }
  for (const reply of answer.answers) {
    const problem = problemOf(reply, request.bytes.subarray(0, 5).toString() === 'HEAD ');
    if (problem) say(problem);
  }
  if (request.never !== null && isAccepted(answer)) {
    say(`accepted with ${answer.answers[0]?.status} despite ${request.never}`);
  }
  return problems;
}

function problemOf({ status, headers, body }: Reply, isHead: boolean): string | null {
  if (status >= 500) return `${status}: ${body.slice(0, 200)}`;
  if (status < 400) return acceptances.has(status) ? null : `a response of ${status}`;
  if (!refusals.has(status)) return `a response of ${status}: ${body.slice(0, 120)}`;
  if (isHead) return null;
  const said = sentenceIn(headers['content-type'] ?? '', body);
  if (said === null || !sentence.test(said))
    return `${status} without a sentence: ${body.slice(0, 200)}`;
  return leak.test(body) ? `${status} reveals internals: ${body.slice(0, 200)}` : null;
}

function sentenceIn(type: string, body: string): string | null {
  if (type.startsWith('text/plain')) return body;
  if (!type.startsWith('application/problem+json')) return null;
  const problem: unknown = JSON.parse(body);
  const isProblem = typeof problem === 'object' && problem !== null && 'title' in problem;
  return isProblem && typeof problem.title === 'string' ? problem.title : null;
}
