import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../application/identity-port.ts';
import { getClientAddress } from './client-address.ts';

/**
 * Returns the request in the form that the identity port takes: its headers and the address that we trust.
 */
export function toVisitor(request: FastifyRequest): Visitor {
  return { headers: request.headers, ip: getClientAddress(request) };
}

/** Sends the identity port's cookies; of several with one name, the last counts. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  const previous = reply.getHeader('set-cookie');
  const kept = [previous ?? []]
    .flat()
    .filter((one) => !cookies.some((name) => haveSameName(name, one)));
  reply.removeHeader('set-cookie').header('set-cookie', [...kept, ...cookies]);
}

function haveSameName(cookie: string, other: number | string): boolean {
  return cookie.split('=')[0] === String(other).split('=')[0];
}
