/** What a statement answered. */
export interface Answer {
  /** The command tag's first word, such as SELECT or ROLLBACK. */
  command: string;
  /** Rows returned or changed, where the command counts them. */
  count: number | undefined;
  rows: unknown[];
}

/** One conversation with a database, held by one caller at a time. */
export interface Session {
  /**
   * Runs one statement. With `prepared`, the database keeps its plan under a name for the
   * next time the same text comes.
   *
   * Rejects with a StatementError (`code` is the SQLSTATE), or a ConnectionLostError.
   */
  query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<Answer>;

  /** Runs any number of statements, without parameters. Answers for the last of them. */
  script(sql: string): Promise<Answer>;
}

/** Where sessions come from: a pool of connections, or the one session of the embedded database. */
export interface SessionSource {
  /** Waits for a free session, first come first served. */
  acquire(): Promise<Session>;
  /** Gives a session back; a broken one (its state is unknown) is not used again. */
  release(session: Session, broken: boolean): void;
  /** Ends every session. Called once, when all of them have been given back. */
  close(): Promise<void>;
}
