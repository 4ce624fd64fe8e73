import {
  errorStatuses,
  type ErrorCode,
  type Problem,
  type Refusal,
} from '@curbwrench/contract/api/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionLost, isTimeout } from '../database/connection/errors.ts';

/**
 * Sends a refusal: its HTTP status and one sentence as plain text, or RFC 9457 problem details for a client
 * that accepts them. Stores the code on the request for the log.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const status = errorStatuses[refusal.code];
  request.refusalCode = refusal.code;
  reply.code(status).header('cache-control', 'no-store');
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  if (!request.headers.accept?.includes('application/problem+json')) {
    return reply.type('text/plain; charset=utf-8').send(refusal.message);
  }
  const problem: Problem = {
    type: 'about:blank',
    title: refusal.message,
    status,
    code: refusal.code,
    ...(refusal.fields && { fields: refusal.fields }),
  };
  return reply.type('application/problem+json').send(JSON.stringify(problem));
}

/** Thrown when a request can't be read; `sendError` sends its refusal. */
export class UnreadableRequestError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Turns any thrown error into a response. The framework's errors about the request itself become
 * refusals. All other errors are the server's fault: they are logged but not shown to the client.
 */
export function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRequestRefusal(error);
  if (refusal) return sendRefusal(request, reply, refusal);
  request.log.error(describeError(error, request), 'A request failed.');
  if (isConnectionLost(error) || isTimeout(error)) {
    return sendRefusal(request, reply, {
      code: 'unavailable',
      message: 'The service is busy or restarting. Please try again in a moment.',
    });
  }
  return sendRefusal(request, reply, {
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  });
}

/** The refusal of a request whose URL matches no route. */
export const nothingFound: Refusal = {
  code: 'not_found',
  message: "There's nothing at this address.",
};

/**
 * Returns what is logged about an error: its name, its code and where it happened, but not its
 * message, which may quote a request or a row's values.
 */
function describeError(error: FastifyError, request: FastifyRequest) {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    endpoint: request.routeOptions.config.endpoint,
    person: request.personId,
    kind: error.name,
    code: error.code,
    constraint: Reflect.get(error, 'constraint') as unknown,
    at: frames?.map((line) => line.trim()),
  };
}

const messages: Partial<Record<ErrorCode, string>> = {
  unsupported_media_type: 'The body must be JSON.',
  too_large: 'The body is too large.',
  invalid_request: 'The request could not be read.',
};

function toRequestRefusal(error: FastifyError): Refusal | null {
  if (error instanceof UnreadableRequestError) return error.refusal;
  const status = error.statusCode ?? 500;
  if (status < 400 || status > 499) return null;
  const code: ErrorCode =
    status === 413 ? 'too_large' : status === 415 ? 'unsupported_media_type' : 'invalid_request';
  return { code, message: messages[code] ?? 'The request could not be read.' };
}
