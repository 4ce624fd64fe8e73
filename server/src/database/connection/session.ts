/** The result of a statement. */
export interface StatementResult {
  /** The command tag's first word, such as SELECT or ROLLBACK. */
  command: string;
  /** The number of rows returned or changed, if the command reports one. */
  count: number | undefined;
  rows: unknown[];
}

/** One connection to a database, used by one caller at a time. */
export interface Session {
  /**
   * Runs one statement. With `shouldPrepare`, the database prepares it under a name and reuses its plan
   * for the same text.
   *
   * Rejects with a StatementError (`code` is the SQLSTATE), or a ConnectionLostError.
   */
  query(
    sql: string,
    parameters: readonly unknown[],
    shouldPrepare: boolean,
  ): Promise<StatementResult>;

  /** Runs any number of statements, without parameters, and returns the result of the last. */
  script(sql: string): Promise<StatementResult>;
}

/** The source of sessions: a pool of connections, or the one session of the embedded database. */
export interface SessionSource {
  /** Waits for a free session, first come, first served. */
  acquire(): Promise<Session>;
  /** Returns a session to the source; a broken session, whose state is unknown, is not used again. */
  release(session: Session, isBroken: boolean): void;
  /** Ends every session. Called once, after all sessions have been released. */
  close(): Promise<void>;
}
