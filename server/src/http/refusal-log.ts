import type { ErrorCode } from '@curbwrench/contract/api/errors';
import type { FastifyInstance } from 'fastify';
import { networkPseudonym } from '../application/check-rate-limit.ts';
import { getClientAddress, getNetwork } from './client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the signed-in person, once it is known. */
    personId: string | null;
    /** The code of the request's refusal; null if it was not refused. */
    refusalCode: ErrorCode | null;
  }
}

/**
 * Refusals that may be part of an attack (ASVS 5.0 16.3.1 to 16.3.3): failed authentication, forbidden
 * requests, exceeded rate limits, and requests that our own pages never make.
 */
const suspiciousCodes = new Set<ErrorCode>([
  'wrong_credentials',
  'email_not_verified',
  'link_expired',
  'not_allowed',
  'two_factor_required',
  'too_many_requests',
  'invalid_request',
  'unsupported_media_type',
  'too_large',
]);

/**
 * Logs one line for each suspicious refusal: the endpoint, the code, the person's id if known, and a keyed
 * hash of the client's network, which identifies the network across lines without revealing its address.
 * For signed-in people it also logs `not_found`, which is the response if the object belongs to someone else.
 */
export function logRefusals(app: FastifyInstance, pseudonymSecret: string): void {
  app.decorateRequest('personId', null);
  app.decorateRequest('refusalCode', null);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { refusalCode: code, personId: person } = request;
    const { endpoint } = request.routeOptions.config;
    const isHiddenObject = code === 'not_found' && person !== null && endpoint !== undefined;
    if (code !== null && (isHiddenObject || suspiciousCodes.has(code))) {
      const network = networkPseudonym(pseudonymSecret, getNetwork(getClientAddress(request)));
      request.log.warn(
        { endpoint: endpoint ?? null, method: request.method, code, person, network },
        'A request was refused.',
      );
    }
    done();
  });
}
