import type { Role } from '@curbwrench/contract/roles';
import type { Actor } from './rules/actor.ts';
import type { Result } from './rules/result.ts';
import type { StampedAccount } from './rules/stamped-account.ts';

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Where a request comes from; a request of the framework is one. */
export interface Visitor {
  readonly headers: RequestHeaders;
  /** The network address that the server trusts, not one that a header claims. */
  readonly ip: string;
}

/** Who asks, by their session. */
export interface Reading {
  readonly reader: Actor;
  /** To be sent back: the session was prolonged. */
  readonly setCookies: readonly string[];
  /** The business asks its staff for a second factor and this one has none: account calls only. */
  readonly secondFactorMissing: boolean;
  /** Of someone who works as a mechanic: when they were last seen to be active, if ever. */
  readonly mechanic: { readonly lastActiveAt: Date | null } | null;
}

/** What decides whether a second factor is still asked for. */
export interface SecondFactorState {
  readonly id: string;
  readonly role: Role;
  readonly twoFactor: boolean;
  readonly hasPassword: boolean;
  readonly hasProvider: boolean;
}

/** A session that was opened: its cookies are to be sent, or it counts for nothing. */
export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly cookies: readonly string[];
}

/** What a right password leads to. `opened: null`: a code is still to be entered. */
export interface PasswordSignIn {
  readonly opened: OpenedSession | null;
  readonly cookies: readonly string[];
}

/** Accounts and sessions. Everything that is signed in goes through here. */
export interface Identity {
  /** The business asks its staff for a second factor. */
  readonly staffTwoFactor: boolean;
  /**
   * Whether it still asks this person for one. Not whom only a provider lets in, which is where
   * theirs is asked for; nor the demo's accounts, as long as there is a demo.
   */
  asksSecondFactor(person: SecondFactorState): boolean;

  /**
   * Who asks, by the session cookie, checked against the database on every request, so that a
   * revoked session and a deactivated person end at once.
   */
  readerOf(headers: RequestHeaders): Promise<Reading | null>;
  /** Whose account has this address; null: nobody's. */
  accountIdOf(email: string): Promise<string | null>;
  /** The token of the session cookie that this server signed; null: none. It may be over. */
  tokenOf(headers: RequestHeaders): Promise<string | null>;

  /** How long ago the session of this request was opened, in seconds; null: there is none. */
  sessionAge(headers: RequestHeaders): Promise<number | null>;

  /** Opens a session for a seeded demo account; null where it does not exist. */
  openDemoSession(userId: string, visitor: Visitor): Promise<readonly string[] | null>;
  /**
   * Opens a fresh session for someone who proved who they are, and ends the one their browser came
   * with (no fixed session survives a sign-in). Refused for who may not come in: not there,
   * deactivated, or with an address that nobody proved; and where the account was secured since.
   */
  openSession(account: StampedAccount, visitor: Visitor): Promise<Result<OpenedSession>>;
  /**
   * Takes e-mail address and password. One answer, and one time, for unknown and wrong. A password
   * that was replaced while it was being compared is wrong.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    visitor: Visitor,
  ): Promise<Result<PasswordSignIn>>;
  /** Whose sign-in waits for its code in this browser, by the cookie of then; null: nobody's. */
  pendingSignIn(visitor: Visitor): Promise<StampedAccount | null>;
  /**
   * Takes the code of that sign-in. Five tries a password. Counting wrong codes, and whether an
   * app's code was used before, is the caller's.
   */
  signInWithCode(
    pending: StampedAccount,
    input: { readonly code: string; readonly trust: boolean },
    visitor: Visitor,
  ): Promise<Result<OpenedSession>>;
  /** Ends the session of this request, if it has one. Answers the cookies to send. */
  signOut(headers: RequestHeaders): Promise<readonly string[]>;

  /** Checks a new password against what is too easy to guess and hashes it (ASVS 5.0 6.2). */
  preparePassword(password: string, email: string): Promise<Result<string>>;
  /** Whether this is the person's password; false for who has none. */
  passwordMatches(userId: string, password: string): Promise<boolean>;

  /** Makes a secret and backup codes, kept but not yet asked for. The password must be right. */
  startTwoFactor(
    password: string,
    visitor: Visitor,
  ): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>>;
  /** Takes the first code of the app; from now on one is asked for. A fresh session. */
  confirmTwoFactor(code: string, visitor: Visitor): Promise<Result<Omit<OpenedSession, 'userId'>>>;
  /** Whether a code is right, of who is signed in. A backup code is used up by it. */
  checkCode(code: string, visitor: Visitor): Promise<Result<'app' | 'backup'>>;
}
