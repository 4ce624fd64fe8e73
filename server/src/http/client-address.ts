import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the network address a request comes from: the socket's address or, if that is a trusted proxy
 * (TRUSTED_PROXIES), the rightmost address in X-Forwarded-For that isn't a trusted proxy. What a client writes into
 * that header is to the left of what our proxy adds, so it is never trusted. The address is normalized: IPv4 in
 * dotted form even if mapped to IPv6, no port, no zone.
 */
export function getClientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // If a proxy sends "unknown", the proxy itself counts as the client.
  return (
    normalizeAddress(request.ip) ??
    normalizeAddress(request.socket.remoteAddress ?? '') ??
    '0.0.0.0'
  );
}

/**
 * Returns what rate limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address. An internet
 * connection is usually assigned at least all the addresses that share these 64 bits (RFC 6177), so this keeps a client
 * from evading a limit by using a new address for each request.
 */
export function getNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** Normalizes an address; null if it is invalid. */
function normalizeAddress(text: string | undefined): string | null {
  // Behind a proxy, a client that has disconnected has no address, whatever the types say.
  if (text === undefined) return null;
  const address = text
    .trim()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mappedIpv4 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical);
  if (!mappedIpv4) return canonical;
  const [high = 0, low = 0] = mappedIpv4.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
