import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * A plugin that opens a session without a password sign-in: after a sign-in through a provider, an accepted
 * invitation, the setup, a demo button or a password change. The endpoint has no path, so only our own code can call
 * it.
 */
export const openSessionPlugin = {
  id: 'session-opening',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (!user) throw new APIError('NOT_FOUND', { code: 'USER_NOT_FOUND' });
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ token: session.token, user: { id: user.id } });
      },
    ),
  },
} satisfies BetterAuthPlugin;
