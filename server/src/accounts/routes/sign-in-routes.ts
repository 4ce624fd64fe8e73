import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { requestPasswordReset, resetPassword } from '../commands/change-password.ts';
import { cancelEmailChangeByLink } from '../commands/change-email.ts';
import { signInWithCode } from '../commands/change-second-factor.ts';
import { verifyEmail } from '../commands/verify-email.ts';
import { resendVerification, signUp } from '../commands/sign-up.ts';
import { hasAdmin } from '../queries/accounts.ts';
import { accepted, refused } from '../../application/rules/result.ts';
import { registerEndpoint } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { getClientInfo } from '../../http/client-info.ts';
import { setCookies } from '../../http/set-cookies.ts';

/** Registers the endpoints for signing up and signing in, which people use before they are signed in. */
export function signInRoutes(app: FastifyInstance, context: RouteContext): void {
  const { identity } = context;
  const { passwords } = context.signIn;

  registerEndpoint(app, context, 'getSignInOptions', async () =>
    accepted({
      passwords,
      providers: context.signIn.providers.map(({ id, name }) => ({ id, name })),
      storesEmail: context.storesEmail,
      setUpNeeded: !(await hasAdmin(context.store.kysely)),
    }),
  );

  registerEndpoint(app, context, 'signUp', async ({ body }) =>
    passwords ? withMinimumTime(signUp(context, body)) : passwordsDisabled,
  );

  registerEndpoint(app, context, 'verifyEmail', async ({ body, raw, reply }) => {
    const session = await identity.lookUpSession(raw.headers);
    if (session) setCookies(reply, session.setCookies);
    return verifyEmail(context, body.token, session?.viewer.id ?? null);
  });

  registerEndpoint(app, context, 'cancelEmailChangeByLink', ({ body }) =>
    cancelEmailChangeByLink(context, body.token),
  );

  registerEndpoint(app, context, 'resendVerification', async ({ body }) =>
    passwords ? withMinimumTime(resendVerification(context, body.email)) : passwordsDisabled,
  );

  registerEndpoint(app, context, 'signIn', async ({ body, raw, reply }) => {
    if (!passwords) return passwordsDisabled;
    const result = await identity.signIn(body, getClientInfo(raw));
    if (!result.ok) return result;
    setCookies(reply, result.value.cookies);
    return accepted({ twoFactor: result.value.session === null });
  });

  registerEndpoint(app, context, 'signInWithCode', async ({ body, raw, reply }) => {
    if (!passwords) return passwordsDisabled;
    const input = { code: body.code, trust: body.trust ?? false };
    const session = await signInWithCode(context, input, getClientInfo(raw));
    if (!session.ok) return session;
    setCookies(reply, session.value.cookies);
    return accepted(null);
  });

  registerEndpoint(app, context, 'requestPasswordReset', async ({ body }) =>
    passwords ? withMinimumTime(requestPasswordReset(context, body.email)) : passwordsDisabled,
  );

  registerEndpoint(app, context, 'resetPassword', async ({ body }) =>
    passwords ? resetPassword(context, body.token, body.password) : passwordsDisabled,
  );
}

/** The refusal when people sign in only through a provider. */
const passwordsDisabled = refused('not_allowed', "You can't log in with a password here.");

/** The minimum response time. Must be longer than it takes to store a message. */
const minimumTimeMs = 200;

/**
 * Resolves to the result of `work`, but no sooner than `minimumTimeMs`, so that the response time does not
 * reveal whether a message was sent (ASVS 5.0 6.3.8).
 */
async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, pause(minimumTimeMs)]);
  return result;
}
