/** How often the write-ahead log is cut, and how often statistics and dead rows are seen to. */
const checkpointEveryMs = 5 * 60_000;
const vacuumEveryMs = 60 * 60_000;

/**
 * Does what a PostgreSQL server does by processes of its own, which the embedded one lacks:
 * without checkpoints its log grows until it closes, and a start after a crash reads all of
 * it; without vacuum, dead rows stay and plans rest on stale statistics.
 */
export class EmbeddedMaintenance {
  readonly #tell: (sql: string) => Promise<void>;
  readonly #timers: NodeJS.Timeout[];

  constructor(tell: (sql: string) => Promise<void>) {
    this.#tell = tell;
    this.#timers = [
      setInterval(() => this.#do('checkpoint'), checkpointEveryMs),
      setInterval(() => this.#do('vacuum (analyze)'), vacuumEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #do(sql: string): void {
    // A failure here is the database's, and the next statement of anybody meets it too.
    this.#tell(sql).catch(() => {});
  }
}
