import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Opens a real session for one of the seeded demo accounts (D2), and for no one else. Added only
 * where the demo is on; which account a button means is decided before this is asked.
 */
export function demoSignIn(accountIds: readonly string[]) {
  return {
    id: 'demo-sign-in',
    endpoints: {
      signInDemo: createAuthEndpoint(
        '/sign-in/demo',
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = accountIds.includes(context.body.userId)
            ? await internalAdapter.findUserById(context.body.userId)
            : null;
          if (!user) throw new APIError('NOT_FOUND', { message: 'There is no such demo account.' });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({ userId: user.id });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
