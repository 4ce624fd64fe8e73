import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirstData } from '@curbwrench/contract/pages/first-data';
import type { FastifyRequest } from 'fastify';
import { acceptsGzip } from '../http/accept-encoding.ts';

/**
 * Compresses a page with gzip. Returns null if it must be sent uncompressed: if the browser does not accept
 * gzip, or if the page is personal and its URL has a query. Otherwise someone who chooses the query and sees
 * the compressed size could find out whether the query matches personal data (BREACH).
 */
export async function compressPage(
  { headers, url }: FastifyRequest,
  data: FirstData | null,
  html: string,
): Promise<Buffer | null> {
  const isPersonal = data?.session != null;
  if (!acceptsGzip(headers['accept-encoding']) || (isPersonal && url.includes('?'))) return null;
  return await promisify(gzip)(html + (isPersonal ? padding() : ''));
}

/** Hides small differences in the sizes of pages: dispatch's pages contain text by customers. */
function padding(): string {
  return `<!--${randomBytes(randomInt(256)).toString('base64')}-->`;
}
