import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Store } from '../db/connection/store.ts';
import { findSession } from '../db/sessions.ts';
import type { Identity, RequestHeaders } from '../ports/identity.ts';
import { demoSignIn } from './demo-sign-in.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface IdentityOptions {
  readonly store: Store;
  readonly secret: string;
  /** Where people reach this server. */
  readonly publicUrl: string;
  /** Accounts that a demo button may open; empty where the demo is off. */
  readonly demoAccountIds: readonly string[];
}

const day = 24 * 60 * 60;
const sessionLasts = 7 * day;
/** A session is prolonged at most this often, so that reading one is not writing one. */
const prolongAfter = day;

/**
 * Accounts and sessions by better-auth, in our database. Its own reading of a session takes two
 * queries and more time than our whole answer, so the one thing done here by hand is reading: the
 * same cookie, the same signature, session and person in one query. Everything that writes, the
 * prolonging of a session too, is better-auth's. Sessions end by the machine's clock, which is
 * what better-auth goes by.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const auth = betterAuth({
    baseURL: options.publicUrl,
    secret: options.secret,
    database: { db: options.store.kysely, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        firstName: { type: 'string', required: true, input: false, fieldName: 'first_name' },
        lastName: { type: 'string', required: true, input: false, fieldName: 'last_name' },
        role: { type: 'string', required: true, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionLasts,
      updateAge: prolongAfter,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [demoSignIn(options.demoAccountIds)],
  });
  const cookieName = auth.$context.then(({ authCookies }) => authCookies.sessionToken.name);

  return {
    async readerOf(headers) {
      const token = readSessionCookie(first(headers['cookie']), await cookieName, options.secret);
      if (!token) return null;
      const now = new Date();
      const session = await findSession(options.store.kysely, token, now);
      if (!session) return null;
      const due = now.getTime() - session.updatedAt.getTime() >= prolongAfter * 1000;
      const setCookies = due ? await prolong(headers) : [];
      return { reader: { id: session.userId, role: session.role }, setCookies };
    },

    async openDemoSession(userId, headers) {
      try {
        const response = await auth.api.signInDemo({
          body: { userId },
          headers: toHeaders(headers),
          asResponse: true,
        });
        return response.ok ? response.headers.getSetCookie() : null;
      } catch (error) {
        if (error instanceof APIError) return null;
        throw error;
      }
    },

    async signOut(headers) {
      const response = await auth.api.signOut({ headers: toHeaders(headers), asResponse: true });
      return response.headers.getSetCookie();
    },
  };

  async function prolong(headers: RequestHeaders): Promise<string[]> {
    const response = await auth.api.getSession({ headers: toHeaders(headers), asResponse: true });
    return response.headers.getSetCookie();
  }
}

function toHeaders(headers: RequestHeaders): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) result.append(name, one);
    }
  }
  return result;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join('; ') : value;
}
