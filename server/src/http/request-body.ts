import { isUtf8 } from 'node:buffer';
import type { Refusal } from '@curbwrench/contract/api/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableRequestError, sendRefusal } from './refusals.ts';

/**
 * Registers the parsers for the accepted request bodies: JSON (RFC 8259) in valid UTF-8, CSV files for the import
 * preview, and the log-out page's form, whose content is ignored. Any other body, and any compressed one, is refused
 * before it is parsed, so that stored text is exactly what was sent. Call this before adding any route.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-encoding'] === undefined) return;
    // Tells the client which encoding is accepted (RFC 9110, 12.5.3).
    reply.header('accept-encoding', 'identity');
    return sendRefusal(request, reply, encodedBody);
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      if (!isUtf8Charset(request.headers['content-type'] ?? ''))
        return done(new UnreadableRequestError(otherCharset));
      // Decoding would silently replace invalid bytes with U+FFFD.
      if (!isUtf8(body)) return done(new UnreadableRequestError(invalidUtf8));
      return parseJson(request, body.toString(), done);
    },
  );
  // Not read here: the endpoint's handler, which knows the caller and the size limit, reads it with `readCsvBody`.
  app.addContentTypeParser('text/csv', (request, _, done) =>
    request.routeOptions.config.endpoint === 'previewImport'
      ? done(null, null)
      : done(new UnreadableRequestError(csvNotExpected)),
  );
  // No endpoint accepts plain text.
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
const csvNotExpected: Refusal = {
  code: 'unsupported_media_type',
  message: 'This endpoint does not accept a file.',
};
const otherCharset: Refusal = {
  code: 'unsupported_media_type',
  message: 'The body must be JSON in UTF-8.',
};
const invalidUtf8: Refusal = {
  code: 'invalid_request',
  message: 'The body must be text in UTF-8.',
};

/**
 * Reads a request body that is a CSV file. Returns null if the file is larger than `maxBytes`; the rest of it is then
 * not read.
 */
export async function readCsvBody(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = Number(request.headers['content-length'] ?? 0);
  if (length <= maxBytes) {
    length = 0;
    for await (const chunk of request.raw.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  }
  if (length <= maxBytes) return Buffer.concat(chunks);
  // With part of the body unread, the connection cannot be reused.
  reply.header('connection', 'close');
  return null;
}

/** Returns whether a content type's charset is UTF-8, which is also the default for JSON. */
function isUtf8Charset(contentType: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? [];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}
