import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { FastifyRequest } from 'fastify';
import { acceptsGzip } from '../http/accept-encoding.ts';

/**
 * Compresses a page with gzip. Returns null if the page must be sent uncompressed, because the browser does not accept
 * gzip, or because the page is personal and its URL has a query. An attacker who controls the query of a personal page
 * and sees its compressed size could find out whether the query matches personal data (the BREACH attack).
 */
export async function compressPage(
  { headers, url }: FastifyRequest,
  data: InitialData | null,
  html: string,
): Promise<Buffer | null> {
  const isPersonal = data?.session != null;
  if (!acceptsGzip(headers['accept-encoding']) || (isPersonal && url.includes('?'))) return null;
  return await promisify(gzip)(html + (isPersonal ? padding() : ''));
}

/**
 * Returns an HTML comment of random length. It hides small differences in page size, which would otherwise be useful to
 * an attacker: the office's pages contain text that customers wrote.
 */
function padding(): string {
  return `<!--${randomBytes(randomInt(256)).toString('base64')}-->`;
}
