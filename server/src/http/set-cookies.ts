import type { FastifyReply } from 'fastify';

/** Sends the identity port's cookies; a later cookie replaces an earlier one of the same name. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  const previous = reply.getHeader('set-cookie');
  const kept = [previous ?? []]
    .flat()
    .filter((earlier) => !cookies.some((cookie) => haveSameName(cookie, earlier)));
  reply.removeHeader('set-cookie').header('set-cookie', [...kept, ...cookies]);
}

function haveSameName(cookie: string, other: number | string): boolean {
  return cookie.split('=')[0] === String(other).split('=')[0];
}
