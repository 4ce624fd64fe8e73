/** How often to checkpoint, which truncates the write-ahead log. */
const checkpointEveryMs = 5 * 60_000;
/** How often to vacuum and analyze. */
const vacuumEveryMs = 60 * 60_000;

/**
 * Regularly runs checkpoints and vacuum, which a PostgreSQL server runs in background processes that the
 * embedded database lacks. Without checkpoints, the write-ahead log grows until the database closes, and the start
 * after a crash reads all of it. Without vacuum, dead rows remain and query plans rely on outdated statistics.
 */
export class EmbeddedMaintenance {
  readonly #execute: (sql: string) => Promise<void>;
  readonly #timers: NodeJS.Timeout[];

  constructor(execute: (sql: string) => Promise<void>) {
    this.#execute = execute;
    this.#timers = [
      setInterval(() => this.#run('checkpoint'), checkpointEveryMs),
      setInterval(() => this.#run('vacuum (analyze)'), vacuumEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #run(sql: string): void {
    // If the database has failed, the next statement reports it.
    this.#execute(sql).catch(() => {});
  }
}
