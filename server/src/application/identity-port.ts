import type { Role } from '@curbwrench/contract/roles';
import type { Actor } from './rules/actor.ts';
import type { Result } from './rules/result.ts';
import type { StampedAccount } from './rules/stamped-account.ts';

/** Headers of a request, as Node provides them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Where a request comes from; the framework's request has this shape. */
export interface Visitor {
  readonly headers: RequestHeaders;
  /** The network address that the server trusts, not one from a header. */
  readonly ip: string;
}

/** Who makes a request, by their session. */
export interface Reading {
  readonly reader: Actor;
  /** Cookies to send back because the session was prolonged. */
  readonly setCookies: readonly string[];
  /** Staff must have a second factor and this person has none: only account calls are allowed. */
  readonly secondFactorMissing: boolean;
  /** For someone who works as a mechanic: when they were last active, if ever. */
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

/** A session that was opened. Its cookies must be sent, or it has no effect. */
export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly cookies: readonly string[];
}

/** The outcome of a correct password. `opened: null`: a code must still be entered. */
export interface PasswordSignIn {
  readonly opened: OpenedSession | null;
  readonly cookies: readonly string[];
}

/** Accounts and sessions. All authentication goes through this port. */
export interface Identity {
  /** Whether the business requires a second factor of its staff. */
  readonly staffTwoFactor: boolean;
  /**
   * Returns whether this person must still set up a second factor. Not required of people who sign in only
   * through a provider, which asks for theirs, nor of demo accounts while the demo is on.
   */
  asksSecondFactor(person: SecondFactorState): boolean;

  /**
   * Returns who makes the request, by the session cookie, checked against the database on every request, so
   * that a revoked session and a deactivated person are refused at once.
   */
  readerOf(headers: RequestHeaders): Promise<Reading | null>;
  /** Returns the id of the account with this address; null: none. */
  accountIdOf(email: string): Promise<string | null>;
  /** Returns the token of a session cookie signed by this server; null: none. The session may have ended. */
  tokenOf(headers: RequestHeaders): Promise<string | null>;

  /** Returns the age of the request's session in seconds; null: there is none. */
  sessionAge(headers: RequestHeaders): Promise<number | null>;

  /** Opens a session for a seeded demo account; null if it does not exist. */
  openDemoSession(userId: string, visitor: Visitor): Promise<readonly string[] | null>;
  /**
   * Opens a new session for someone who proved their identity, and ends the one their browser came with, so
   * that no fixed session survives a sign-in. Refused if the account is missing or deactivated, its address
   * is not verified, or it was secured in the meantime.
   */
  openSession(account: StampedAccount, visitor: Visitor): Promise<Result<OpenedSession>>;
  /**
   * Signs in by e-mail address and password. Unknown and wrong get the same reply in the same time. A
   * password that was replaced during the comparison is wrong.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    visitor: Visitor,
  ): Promise<Result<PasswordSignIn>>;
  /** Returns whose sign-in is waiting for its code in this browser, by its cookie; null: no one's. */
  pendingSignIn(visitor: Visitor): Promise<StampedAccount | null>;
  /**
   * Completes that sign-in with its code. Five tries per password. Counting wrong codes, and checking whether
   * an app's code was used before, is up to the caller.
   */
  signInWithCode(
    pending: StampedAccount,
    input: { readonly code: string; readonly trust: boolean },
    visitor: Visitor,
  ): Promise<Result<OpenedSession>>;
  /** Ends the session of this request, if it has one. Returns the cookies to send. */
  signOut(headers: RequestHeaders): Promise<readonly string[]>;

  /** Checks that a new password is not too easy to guess, and hashes it (ASVS 5.0 6.2). */
  preparePassword(password: string, email: string): Promise<Result<string>>;
  /** Returns whether this is the person's password; false if they have none. */
  passwordMatches(userId: string, password: string): Promise<boolean>;

  /** Creates a secret and backup codes, which are not required yet. The password must be correct. */
  startTwoFactor(
    password: string,
    visitor: Visitor,
  ): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>>;
  /** Confirms the app's first code; from now on a code is required. Opens a new session. */
  confirmTwoFactor(code: string, visitor: Visitor): Promise<Result<Omit<OpenedSession, 'userId'>>>;
  /** Checks a code of the person who is signed in. A backup code is used up by it. */
  checkCode(code: string, visitor: Visitor): Promise<Result<'app' | 'backup'>>;
}
