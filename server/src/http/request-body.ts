import { isUtf8 } from 'node:buffer';
import type { Refusal } from '@curbwrench/contract/api/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestRefused, sendRefusal } from './refusals.ts';

/**
 * Sets which bodies are accepted: JSON as in RFC 8259, in valid UTF-8 and uncompressed; and the
 * log-out page's form, whose content is ignored. Anything else is refused before it is parsed, so
 * that what is stored is what was sent. Call it before any route is added.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-encoding'] === undefined) return;
    // The accepted encoding (RFC 9110, 12.5.3).
    reply.header('accept-encoding', 'identity');
    return sendRefusal(request, reply, encodedBody);
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      if (!isUtf8Charset(request.headers['content-type'] ?? ''))
        return done(new RequestRefused(otherCharset));
      // Decoding would silently replace invalid bytes with U+FFFD.
      if (!isUtf8(body)) return done(new RequestRefused(invalidUtf8));
      return parseJson(request, body.toString(), done);
    },
  );
  // Calls use JSON; none reads plain text.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async () => ({}),
  );
}

const encodedBody: Refusal = {
  code: 'unsupported_media_type',
  message: 'The body must not be compressed or encoded in any way.',
};
const otherCharset: Refusal = {
  code: 'unsupported_media_type',
  message: 'The body must be JSON in UTF-8.',
};
const invalidUtf8: Refusal = {
  code: 'invalid_request',
  message: 'The body must be text in UTF-8.',
};

/** Returns whether the charset is UTF-8; JSON has no other and needs no parameter for it. */
function isUtf8Charset(contentType: string): boolean {
  const [, named] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? [];
  return named === undefined || named.toLowerCase() === 'utf-8';
}
