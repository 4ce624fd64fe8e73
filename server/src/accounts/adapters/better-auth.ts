import { trustedBrowserDays } from '@curbwrench/contract/accounts/one-time-links';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { findSignInMethods } from '../queries/accounts.ts';
import type { Store } from '../../database/connection/store.ts';
import type { PasswordHashing } from './password-hash.ts';
import { sessionOpening } from './session-opening.ts';

/** The options of the identity library. */
export interface LibraryOptions {
  readonly store: Store;
  readonly secret: string;
  /** The public address of this server; with https, cookies are sent over secure connections only. */
  readonly publicUrl: string;
  /** The business's name, as shown in authenticator apps. */
  readonly businessName: string;
  readonly hashing: PasswordHashing;
}

const minute = 60;
const day = 24 * 60 * minute;

/** How long after its last use a session expires. */
export const sessionLifetimeSeconds = 7 * day;
/** The minimum time between two prolongations of a session, so that reading one is rarely a write. */
export const prolongAfterSeconds = 60 * minute;
/** The maximum age of a session, however much it is used (ASVS 5.0 7.3.2). */
export const maxSessionAgeSeconds = 90 * day;

/** The only header that passes a request's trusted network address to the library. */
export const addressHeader = 'x-curbwrench-address';

/**
 * Over https, browsers bind our cookies to this exact host, to https and to every path (the `__Host-` prefix
 * of RFC 6265bis, 4.1.3.2; ASVS 5.0 3.3.1). The library's own prefix would be `__Secure-`, which another
 * subdomain may overwrite, so its option is off and the attribute is set here.
 */
const hostCookies = {
  useSecureCookies: false,
  cookiePrefix: '__Host-curbwrench',
  defaultCookieAttributes: { secure: true },
} as const;

/** The library's code for someone who may not sign in although their credentials were correct. */
export const signInNotAllowed = 'NOT_LET_IN';

/**
 * Creates better-auth over our tables. Its HTTP handler is never mounted: each of our calls has a row
 * in the access table, and calls the library's functions. Its "user" is an account and its "account" a
 * credential. It never creates a user here, so that `accounts` can do without the name and the picture that it
 * has for one: they are the person's.
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
      updateAge: prolongAfterSeconds,
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
    // Signing up, links and new passwords are our own commands: there the message, the one-time token and the
    // change share one transaction, which they do not in the library.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      password: { hash: options.hashing.hash, verify: options.hashing.verify },
    },
    databaseHooks: {
      session: {
        create: {
          // Whatever the credentials, a session requires an active person with a verified address.
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
      sessionOpening,
      twoFactor({
        issuer: options.businessName,
        // The time allowed between password and code.
        twoFactorCookieMaxAge: 10 * minute,
        trustDeviceMaxAge: trustedBrowserDays * day,
        // Our own commands count wrong codes before checking them: see `countCodeAttempt`.
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

export type Library = ReturnType<typeof createLibrary>;
