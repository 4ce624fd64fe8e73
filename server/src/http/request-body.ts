import { isUtf8 } from 'node:buffer';
import type { Refusal } from '@curbwrench/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestRefused, sendRefusal } from './refusals.ts';

/**
 * Which bodies are read at all: JSON as RFC 8259 has it, in whole UTF-8 and as it is; and a form of
 * the log-out page's, which says nothing. Anything else is refused in a sentence before anybody
 * looks at it, so that what is stored is what was sent. Call before any route is added.
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-encoding'] === undefined) return;
    // What is taken instead (RFC 9110, 12.5.3).
    reply.header('accept-encoding', 'identity');
    return sendRefusal(request, reply, encoded);
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      if (!saysUtf8(request.headers['content-type'] ?? ''))
        return done(new RequestRefused(charset));
      // Decoding would put U+FFFD for what can't be read, and nobody would notice.
      if (!isUtf8(body)) return done(new RequestRefused(noText));
      return parseJson(request, body.toString(), done);
    },
  );
  // Calls speak JSON; nothing here reads plain text.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async () => ({}),
  );
}

const encoded: Refusal = {
  code: 'unsupported_media_type',
  message: 'The body must not be compressed or encoded in any way.',
};
const charset: Refusal = {
  code: 'unsupported_media_type',
  message: 'The body must be JSON in UTF-8.',
};
const noText: Refusal = {
  code: 'invalid_request',
  message: 'The body must be text in UTF-8.',
};

/** JSON has no other encoding, and needs no parameter to say so. */
function saysUtf8(contentType: string): boolean {
  const [, named] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? [];
  return named === undefined || named.toLowerCase() === 'utf-8';
}
