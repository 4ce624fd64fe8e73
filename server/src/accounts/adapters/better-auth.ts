import { trustedBrowserDays } from '@curbwrench/contract/accounts/one-time-links';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { findSignInMethods } from '../queries/accounts.ts';
import type { Store } from '../../database/connection/store.ts';
import type { PasswordHashing } from './password-hash.ts';
import { openSessionPlugin } from './session-opening.ts';

/** The options of the auth library. */
export interface LibraryOptions {
  readonly store: Store;
  readonly secret: string;
  /** The public address of this server; with https, cookies are sent over secure connections only. */
  readonly publicUrl: string;
  /** The business's name, as shown in authenticator apps. */
  readonly businessName: string;
  readonly hashing: PasswordHashing;
}

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

/** How long after its last use a session expires. */
export const sessionLifetimeSeconds = 7 * daySeconds;
/** The minimum time between two extensions of a session, so that reading a session rarely causes a write. */
export const extendAfterSeconds = 60 * minuteSeconds;
/** The maximum age of a session, no matter how often it is used (ASVS 5.0 7.3.2). */
export const maxSessionAgeSeconds = 90 * daySeconds;

/** The header that passes the client's trusted IP address to the library. */
export const addressHeader = 'x-curbwrench-address';

/**
 * Over https, browsers bind our cookies to this exact host, to https and to every path (the `__Host-` prefix
 * of RFC 6265bis, 4.1.3.2; ASVS 5.0 3.3.1). The library's `useSecureCookies` would use the prefix `__Secure-`
 * instead, and another subdomain may overwrite such a cookie. So that option is off, and `secure` is set here.
 */
const hostCookies = {
  useSecureCookies: false,
  cookiePrefix: '__Host-curbwrench',
  defaultCookieAttributes: { secure: true },
} as const;

/** The error code if someone may not sign in although their credentials were correct. */
export const signInNotAllowed = 'SIGN_IN_NOT_ALLOWED';

/**
 * Creates a better-auth instance that uses our tables. Its HTTP handler is never mounted: our own endpoints, each with
 * a row in the access table, call the library's functions. What the library calls a "user" is an account here, and its
 * "account" is a credential. The library never creates a user here, so `accounts` needs no columns for the user's name
 * and picture; those are stored with the person.
 */
export function createLibrary(options: LibraryOptions) {
  return betterAuth({
    appName: options.businessName,
    baseURL: options.publicUrl,
    secret: options.secret,
    database: { db: options.store.kysely, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      ...(options.publicUrl.startsWith('https:') && hostCookies),
    },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionLifetimeSeconds,
      updateAge: extendAfterSeconds,
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'subject',
        providerId: 'provider_id',
        userId: 'account_id',
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
    // Our own commands handle sign-ups, links and new passwords, so that the email, the one-time token and the
    // change share one transaction. The library would not use a transaction.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      password: { hash: options.hashing.hash, verify: options.hashing.verify },
    },
    databaseHooks: {
      session: {
        create: {
          // No matter which credentials were used, a session requires an active person with a verified address.
          before: async ({ userId }) => {
            const signInMethods = await findSignInMethods(options.store.kysely, userId);
            if (!signInMethods?.active || !signInMethods.email_verified) {
              throw new APIError('FORBIDDEN', { code: signInNotAllowed });
            }
          },
        },
      },
    },
    plugins: [
      openSessionPlugin,
      twoFactor({
        issuer: options.businessName,
        // The time allowed between password and code.
        twoFactorCookieMaxAge: 10 * minuteSeconds,
        trustDeviceMaxAge: trustedBrowserDays * daySeconds,
        // Our own commands count wrong codes before checking them: see `recordCodeAttempt`.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'account_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  });
}

/** A configured instance of the Better Auth library. */
export type Library = ReturnType<typeof createLibrary>;
