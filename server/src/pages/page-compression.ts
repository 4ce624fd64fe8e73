import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirstData } from '@curbwrench/contract/first-data';
import type { FastifyRequest } from 'fastify';

/**
 * A page as gzip; null where it goes out as it is: to a browser that does not want gzip, and where the
 * page is about somebody and its address has a query. How small something personal becomes, next to a text
 * that somebody else chose, tells those who can count its bytes whether both are alike (BREACH).
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

/** Hides by how little the sizes of two pages differ: a customer's words stand on the office's pages. */
function padding(): string {
  return `<!--${randomBytes(randomInt(256)).toString('base64')}-->`;
}

/** Whether the header names gzip, and not as the one that isn't wanted. */
function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  const codings = String(acceptEncoding ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
