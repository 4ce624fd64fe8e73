import type { ErrorCode } from '@curbwrench/contract/api/errors';
import type { FastifyInstance } from 'fastify';
import { networkPseudonym } from '../application/count-request.ts';
import { getClientAddress, getNetwork } from './client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the signed-in person, once it is known. */
    personId: string | null;
    /** The code with which the request was refused. */
    refusalCode: ErrorCode | null;
  }
}

/**
 * Refusals that may be part of an attack (ASVS 5.0 16.3.1 to 16.3.3): wrong passwords and codes,
 * what a role or another site may not do, limits, and requests that none of our pages makes.
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
 * Logs one line for each such refusal: the call, the code, the person's id if known, and a hash of
 * the network, the same in all its lines, which does not reveal the address. For signed-in people
 * it also logs `not_found`, which is the response for another person's object.
 */
export function logRefusals(app: FastifyInstance, countingSecret: string): void {
  app.decorateRequest('personId', null);
  app.decorateRequest('refusedFor', null);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { refusalCode: code, personId: person } = request;
    const { call } = request.routeOptions.config;
    const isHiddenObject = code === 'not_found' && person !== null && call !== undefined;
    if (code !== null && (isHiddenObject || suspiciousCodes.has(code))) {
      const network = networkPseudonym(countingSecret, getNetwork(getClientAddress(request)));
      request.log.warn(
        { call: call ?? null, method: request.method, code, person, network },
        'A request was refused.',
      );
    }
    done();
  });
}
