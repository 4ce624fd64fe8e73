import type { Role } from '@curbwrench/contract/people/roles';
import type { Actor } from './rules/actor.ts';
import type { Result } from './rules/result.ts';
import type { AccountSecurityStamp } from './rules/account-security-stamp.ts';

/** Headers of a request, as Node provides them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of a request and the IP address of its client, who may be signed in or not. */
export interface ClientInfo {
  readonly headers: RequestHeaders;
  /** The client's IP address as determined by the server, not one claimed in a header. */
  readonly ip: string;
}

/** A request's session: the signed-in person, identified by the session cookie. */
export interface RequestSession {
  readonly viewer: Actor;
  /** Cookies to send back because the session was extended. */
  readonly setCookies: readonly string[];
  /** Whether this person still lacks a required second factor. Until they set it up, they can only use their own account. */
  readonly isSecondFactorMissing: boolean;
  /** When this person was last active as a mechanic, if ever; null if they are not a mechanic. */
  readonly mechanic: { readonly lastActiveAt: Date | null } | null;
}

/** What determines whether a second factor is still required. */
export interface SecondFactorState {
  readonly id: string;
  readonly role: Role;
  readonly twoFactor: boolean;
  readonly hasPassword: boolean;
  readonly hasProvider: boolean;
}

/** A newly opened session. It has no effect unless its cookies are sent. */
export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly cookies: readonly string[];
}

/** The result of signing in with a correct password. `session` is null while a code is still required. */
export interface PasswordSignIn {
  readonly session: OpenedSession | null;
  readonly cookies: readonly string[];
}

/** Accounts and sessions. All authentication goes through this port. */
export interface Identity {
  /** Whether the business requires its staff to use a second factor. */
  readonly staffTwoFactor: boolean;
  /**
   * Returns whether this person must still set up a second factor. Not required for people who sign in only
   * through an identity provider, which does its own checks, nor for demo accounts while the demo is on.
   */
  requiresSecondFactor(person: SecondFactorState): boolean;

  /**
   * Returns the person identified by the session cookie, or null. Reads the database on every request, so
   * that a revoked session or a deactivated person is refused immediately.
   */
  lookUpSession(headers: RequestHeaders): Promise<RequestSession | null>;
  /** Returns the id of the account with this email address, or null if there is none. */
  findAccountId(email: string): Promise<string | null>;
  /** Returns the token of a session cookie signed by this server, or null. The session may have ended. */
  readSessionToken(headers: RequestHeaders): Promise<string | null>;

  /** Returns the age of the request's session in seconds, or null if it has none. */
  getSessionAge(headers: RequestHeaders): Promise<number | null>;

  /** Opens a session for a seeded demo account. Returns its cookies, or null if the account is missing. */
  openDemoSession(userId: string, client: ClientInfo): Promise<readonly string[] | null>;
  /**
   * Opens a new session for someone who has authenticated, and ends the browser's previous session, to prevent
   * session fixation. Refused if the account is missing or deactivated, its email address is not verified, or
   * its security stamp has changed since the authentication began.
   */
  openSession(account: AccountSecurityStamp, client: ClientInfo): Promise<Result<OpenedSession>>;
  /**
   * Signs in with an email address and a password. An unknown address and a wrong password get the same
   * response in the same time. A password that was replaced during the comparison counts as wrong.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    client: ClientInfo,
  ): Promise<Result<PasswordSignIn>>;
  /** Returns the account whose sign-in in this browser still requires a code (from a cookie), or null. */
  findPendingSignIn(client: ClientInfo): Promise<AccountSecurityStamp | null>;
  /**
   * Completes a pending sign-in with a code. Five attempts are allowed for each entry of the password; this is
   * enforced here. The caller enforces the limit on wrong codes across sign-ins, and refuses a code from an
   * authenticator app that was used before. With `trust`, later sign-ins in
   * this browser require no code for `trustedBrowserDays`.
   */
  signInWithCode(
    pending: AccountSecurityStamp,
    input: { readonly code: string; readonly trust: boolean },
    client: ClientInfo,
  ): Promise<Result<OpenedSession>>;
  /** Ends the session of this request, if it has one. Returns the cookies to send. */
  signOut(headers: RequestHeaders): Promise<readonly string[]>;

  /** Refuses a new password that is too easy to guess, otherwise returns its hash (ASVS 5.0 6.2). */
  preparePassword(password: string, email: string): Promise<Result<string>>;
  /** Returns whether this is the person's password; false if they have none. */
  passwordMatches(userId: string, password: string): Promise<boolean>;

  /** Creates a secret and backup codes if the password is correct. Signing in requires no code yet. */
  setUpTwoFactor(
    password: string,
    client: ClientInfo,
  ): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>>;
  /** Confirms the authenticator app's first code; after that, signing in requires a code. Opens a new session. */
  confirmTwoFactor(
    code: string,
    client: ClientInfo,
  ): Promise<Result<Omit<OpenedSession, 'userId'>>>;
  /** Checks a code entered by the signed-in person. Consumes the code if it is a backup code. */
  checkCode(code: string, client: ClientInfo): Promise<Result<'app' | 'backup'>>;
}
