import type { FastifyReply } from 'fastify';

/** Adds the identity port's cookies to the response; each replaces an earlier cookie with the same name. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  const previous = reply.getHeader('set-cookie');
  const remaining = [previous ?? []]
    .flat()
    .filter((earlier) => !cookies.some((cookie) => haveSameName(cookie, earlier)));
  reply.removeHeader('set-cookie').header('set-cookie', [...remaining, ...cookies]);
}

function haveSameName(cookie: string, other: number | string): boolean {
  return cookie.split('=')[0] === String(other).split('=')[0];
}
