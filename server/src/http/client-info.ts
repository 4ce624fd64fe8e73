import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../application/identity-port.ts';
import { getClientAddress } from './client-address.ts';

/**
 * Returns what the identity port needs from a request: its headers and the client's trusted IP address.
 */
export function getClientInfo(request: FastifyRequest): ClientInfo {
  return { headers: request.headers, ip: getClientAddress(request) };
}
