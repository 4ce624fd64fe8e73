import { createHash } from 'node:crypto';
import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import type { FastifyRequest } from 'fastify';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import type { IdempotencyKey } from '../database/rules/idempotency-key.ts';

/**
 * Returns the request's Idempotency-Key with its user, endpoint and hashed body; null if it has no key. The hash is of
 * the parsed body: parsing drops unknown properties, which don't matter and may be nested too deeply to serialize.
 */
export function readIdempotencyKey(
  userId: string,
  endpoint: EndpointName,
  { headers }: FastifyRequest,
  parsedRequest: object,
): Result<IdempotencyKey | null> {
  const header = headers['idempotency-key'];
  if (header === undefined) return accepted(null);
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    return refused('invalid_request', 'The Idempotency-Key must be 1 to 200 printable characters.');
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(parsedRequest)).digest('hex');
  return accepted({ userId, endpoint, key: header, bodyHash });
}
