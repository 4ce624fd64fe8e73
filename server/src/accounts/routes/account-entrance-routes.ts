import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { requestPasswordReset, resetPassword } from '../commands/change-password.ts';
import { cancelEmailChangeByLink } from '../commands/change-email.ts';
import { signInWithCode } from '../commands/change-two-factor.ts';
import { verifyEmail } from '../commands/verify-email.ts';
import { resendVerification, signUp } from '../commands/sign-up.ts';
import { hasAdmin } from '../queries/accounts.ts';
import { accepted, refused } from '../../application/rules/result.ts';
import { answerCall } from '../../http/call.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { setCookies, visitorOf } from '../../http/visitor.ts';

/** Registers the calls for signing up and signing in, all of them for people who aren't signed in. */
export function accountEntranceRoutes(app: FastifyInstance, context: RouteContext): void {
  const { identity } = context;
  const { passwords } = context.signIn;

  answerCall(app, context, 'getSignInOptions', async () =>
    accepted({
      passwords,
      providers: context.signIn.providers.map(({ id, name }) => ({ id, name })),
      mailsAreKept: context.mailsAreKept,
      setUpNeeded: !(await hasAdmin(context.store.kysely)),
    }),
  );

  answerCall(app, context, 'signUp', async ({ body }) =>
    passwords ? noSooner(signUp(context, body)) : noPasswords,
  );

  answerCall(app, context, 'verifyEmail', ({ body }) => verifyEmail(context, body.token));

  answerCall(app, context, 'cancelEmailChangeByLink', ({ body }) =>
    cancelEmailChangeByLink(context, body.token),
  );

  answerCall(app, context, 'resendVerification', async ({ body }) =>
    passwords ? noSooner(resendVerification(context, body.email)) : noPasswords,
  );

  answerCall(app, context, 'signIn', async ({ body, raw, reply }) => {
    if (!passwords) return noPasswords;
    const answer = await identity.signIn(body, visitorOf(raw));
    if (!answer.ok) return answer;
    setCookies(reply, answer.value.cookies);
    return accepted({ twoFactor: answer.value.opened === null });
  });

  answerCall(app, context, 'signInWithCode', async ({ body, raw, reply }) => {
    if (!passwords) return noPasswords;
    const input = { code: body.code, trust: body.trust ?? false };
    const opened = await signInWithCode(context, input, visitorOf(raw));
    if (!opened.ok) return opened;
    setCookies(reply, opened.value.cookies);
    return accepted(null);
  });

  answerCall(app, context, 'requestPasswordReset', async ({ body }) =>
    passwords ? noSooner(requestPasswordReset(context, body.email)) : noPasswords,
  );

  answerCall(app, context, 'resetPassword', async ({ body }) =>
    passwords ? resetPassword(context, body.token, body.password) : noPasswords,
  );
}

/** For a business whose people sign in only through a provider. */
const noPasswords = refused('not_allowed', 'You log in here without a password.');

/** Longer than writing a message takes, in milliseconds. */
const evenTime = 200;

/**
 * Returns after a fixed time at the earliest, so that the time does not reveal whether there was someone to
 * write to (ASVS 5.0 6.3.8).
 */
async function noSooner<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, pause(evenTime)]);
  return answer;
}
