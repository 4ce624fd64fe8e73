import type { Actor } from '../domain/appointment.ts';

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Accounts and sessions. Everything that is signed in goes through here. */
export interface Identity {
  /**
   * Who asks, by the session cookie, checked against the database on every request, so that a
   * revoked session ends at once. `setCookies` are to be sent back: the session was prolonged.
   */
  readerOf(
    headers: RequestHeaders,
  ): Promise<{ reader: Actor; setCookies: readonly string[] } | null>;
  /** Opens a session for a seeded demo account; null where it does not exist. */
  openDemoSession(userId: string, headers: RequestHeaders): Promise<readonly string[] | null>;
  /** Ends the session of this request, if it has one. Answers the cookies to send. */
  signOut(headers: RequestHeaders): Promise<readonly string[]>;
}
