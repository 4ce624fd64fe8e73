import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { Store } from '../../database/connection/store.ts';
import { staysOpen } from '../changes/opened-session-changes.ts';
import type { StampedAccount } from '../../application/rules/stamped-account.ts';
import type { OpenedSession, Visitor } from '../../application/identity-port.ts';
import type { Library } from './better-auth.ts';
import { bodyOf, libraryHeaders, openedBy, passwordFirst } from './library-answers.ts';
import { readSignedCookie } from './session-cookie.ts';

/** A code from an authenticator app; anything else is tried as a backup code. */
const appCode = /^\d{6}$/;

/** Returns the identity port's functions for second factors. */
export function twoFactorParts(
  library: Library,
  store: Store,
  sessions: {
    readonly cookieName: Promise<string>;
    readonly secret: string;
    readonly endCarried: (visitor: Visitor) => Promise<void>;
  },
) {
  return {
    async signInWithCode(
      pending: StampedAccount,
      input: { readonly code: string; readonly trust: boolean },
      visitor: Visitor,
    ): Promise<Result<OpenedSession>> {
      const request = {
        body: { code: input.code, trustDevice: input.trust },
        // With a session, the library would check the code for that session's person, and count no tries.
        headers: libraryHeaders(visitor, [await sessions.cookieName]),
        asResponse: true as const,
      };
      const opened = await openedBy(
        appCode.test(input.code)
          ? await library.api.verifyTOTP(request)
          : await library.api.verifyBackupCode(request),
      );
      if (!opened.ok) return opened;
      if (!(await staysOpen(store, pending, opened.value))) return passwordFirst;
      await sessions.endCarried(visitor);
      return opened;
    },

    async startTwoFactor(
      password: string,
      visitor: Visitor,
    ): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>> {
      const body = await bodyOf(
        await library.api.enableTwoFactor({
          body: { password },
          headers: libraryHeaders(visitor),
          asResponse: true,
        }),
      );
      if (!body.ok) return body;
      const { totpURI, backupCodes } = body.value;
      if (typeof totpURI !== 'string' || !Array.isArray(backupCodes)) {
        throw new Error('The identity library made no second factor.');
      }
      return accepted({ uri: totpURI, backupCodes: backupCodes.map(String) });
    },

    async confirmTwoFactor(
      code: string,
      visitor: Visitor,
    ): Promise<Result<Omit<OpenedSession, 'userId'>>> {
      if (!appCode.test(code)) return wrongFirstCode;
      const response = await library.api.verifyTOTP({
        body: { code },
        headers: libraryHeaders(visitor),
        asResponse: true,
      });
      const body = await bodyOf(response);
      if (!body.ok) return body.refusal.code === 'wrong_credentials' ? wrongFirstCode : body;
      const cookies = response.headers.getSetCookie();
      return accepted({ token: await tokenIn(cookies), cookies });
    },

    async checkCode(code: string, visitor: Visitor): Promise<Result<'app' | 'backup'>> {
      const kind = appCode.test(code) ? 'app' : 'backup';
      const request = {
        body: { code },
        headers: libraryHeaders(visitor),
        asResponse: true as const,
      };
      const body = await bodyOf(
        kind === 'app'
          ? await library.api.verifyTOTP(request)
          : await library.api.verifyBackupCode({
              ...request,
              body: { code, disableSession: true },
            }),
      );
      if (body.ok) return accepted(kind);
      return body.refusal.code === 'wrong_credentials' ? wrongLastCode : body;
    },
  };

  /** Returns the token of the session that the library's response opened, from its cookie; '': none. */
  async function tokenIn(cookies: readonly string[]): Promise<string> {
    const name = await sessions.cookieName;
    const tokens = cookies.map((cookie) => readSignedCookie(cookie, name, sessions.secret));
    return tokens.find((token) => token !== null) ?? '';
  }
}

/** The same refusal for forms that also accept a backup code. */
const wrongLastCode = refused('invalid_request', 'That code is incorrect.', {
  code: 'That code is incorrect.',
});

/** Not a failed sign-in: the person is signed in, and the form asks again. */
const wrongFirstCode = refused(
  'invalid_request',
  'That code is incorrect; please try the next one.',
  {
    code: 'That code is incorrect; please try the next one.',
  },
);
