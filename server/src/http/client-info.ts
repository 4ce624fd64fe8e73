import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../application/identity-port.ts';
import { getClientAddress } from './client-address.ts';

/**
 * Returns what the identity port needs of a request: its headers and the IP address that we trust.
 */
export function getClientInfo(request: FastifyRequest): ClientInfo {
  return { headers: request.headers, ip: getClientAddress(request) };
}
