import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test('who has hung up before they were looked at has an address that is none', () => {
  // With a trusted proxy the framework then answers undefined, though its types say text.
  const gone = { socket: {} } as Pick<FastifyRequest, 'ip' | 'socket'>;
  expect(clientAddress(gone)).toBe('0.0.0.0');
});
