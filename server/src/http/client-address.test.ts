import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { getClientAddress } from './client-address.ts';

test('a client that disconnected before its address was read gets the placeholder 0.0.0.0', () => {
  // With a trusted proxy the framework then returns undefined, although its type is string.
  const request = { socket: {} } as Pick<FastifyRequest, 'ip' | 'socket'>;
  expect(getClientAddress(request)).toBe('0.0.0.0');
});
