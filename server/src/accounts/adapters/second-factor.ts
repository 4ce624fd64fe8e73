import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { Store } from '../../database/connection/store.ts';
import { confirmOpenedSession } from '../changes/opened-session-changes.ts';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type { OpenedSession, ClientInfo } from '../../application/identity-port.ts';
import type { Library } from './better-auth.ts';
import {
  readLibraryBody,
  createLibraryHeaders,
  readOpenedSession,
  passwordRequired,
} from './library-responses.ts';
import { readSignedCookie } from './session-cookie.ts';

/** The format of a code from an authenticator app; anything else is tried as a backup code. */
const appCodePattern = /^\d{6}$/;

/** Returns the identity port's functions for second factors. */
export function createSecondFactorFunctions(
  library: Library,
  store: Store,
  sessions: {
    readonly cookieName: Promise<string>;
    readonly secret: string;
    readonly endPreviousSession: (client: ClientInfo) => Promise<void>;
  },
) {
  return {
    async signInWithCode(
      pending: AccountSecurityStamp,
      input: { readonly code: string; readonly trust: boolean },
      client: ClientInfo,
    ): Promise<Result<OpenedSession>> {
      const request = {
        body: { code: input.code, trustDevice: input.trust },
        // With a session, the library would check the code for that session's person, and would not count the
        // attempt.
        headers: createLibraryHeaders(client, [await sessions.cookieName]),
        asResponse: true as const,
      };
      const session = await readOpenedSession(
        appCodePattern.test(input.code)
          ? await library.api.verifyTOTP(request)
          : await library.api.verifyBackupCode(request),
      );
      if (!session.ok) return session;
      if (!(await confirmOpenedSession(store, pending, session.value))) return passwordRequired;
      await sessions.endPreviousSession(client);
      return session;
    },

    async setUpTwoFactor(
      password: string,
      client: ClientInfo,
    ): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>> {
      const body = await readLibraryBody(
        await library.api.enableTwoFactor({
          body: { password },
          headers: createLibraryHeaders(client),
          asResponse: true,
        }),
      );
      if (!body.ok) return body;
      const { totpURI, backupCodes } = body.value;
      if (typeof totpURI !== 'string' || !Array.isArray(backupCodes)) {
        throw new Error('The auth library created no second factor.');
      }
      return accepted({ uri: totpURI, backupCodes: backupCodes.map(String) });
    },

    async confirmTwoFactor(
      code: string,
      client: ClientInfo,
    ): Promise<Result<Omit<OpenedSession, 'userId'>>> {
      if (!appCodePattern.test(code)) return wrongSetupCode;
      const response = await library.api.verifyTOTP({
        body: { code },
        headers: createLibraryHeaders(client),
        asResponse: true,
      });
      const body = await readLibraryBody(response);
      if (!body.ok) return body.refusal.code === 'wrong_credentials' ? wrongSetupCode : body;
      const cookies = response.headers.getSetCookie();
      return accepted({ token: await findSessionToken(cookies), cookies });
    },

    async checkCode(code: string, client: ClientInfo): Promise<Result<'app' | 'backup'>> {
      const kind = appCodePattern.test(code) ? 'app' : 'backup';
      const request = {
        body: { code },
        headers: createLibraryHeaders(client),
        asResponse: true as const,
      };
      const body = await readLibraryBody(
        kind === 'app'
          ? await library.api.verifyTOTP(request)
          : await library.api.verifyBackupCode({
              ...request,
              body: { code, disableSession: true },
            }),
      );
      if (body.ok) return accepted(kind);
      return body.refusal.code === 'wrong_credentials' ? wrongReauthenticationCode : body;
    },
  };

  /** Returns the token of the session that the library opened, from the cookies it set, or '' if there is none. */
  async function findSessionToken(cookies: readonly string[]): Promise<string> {
    const name = await sessions.cookieName;
    const tokens = cookies.map((cookie) => readSignedCookie(cookie, name, sessions.secret));
    return tokens.find((token) => token !== null) ?? '';
  }
}

/** The refusal of a wrong code in a form that also accepts a backup code. */
const wrongReauthenticationCode = refused('invalid_request', 'That code is incorrect.', {
  code: 'That code is incorrect.',
});

/** The refusal of a wrong first code during setup. It is not a failed sign-in, since the person is signed in. */
const wrongSetupCode = refused(
  'invalid_request',
  'That code is incorrect. Please try the next one.',
  {
    code: 'That code is incorrect. Please try the next one.',
  },
);
