/** How often to checkpoint, which truncates the write-ahead log, and how often to vacuum and analyze. */
const checkpointEveryMs = 5 * 60_000;
const vacuumEveryMs = 60 * 60_000;

/**
 * Does what background processes do on a PostgreSQL server and the embedded one lacks: without
 * checkpoints the log grows until the database closes, and a start after a crash reads all of it;
 * without vacuum, dead rows remain and plans rely on stale statistics.
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
    // A failure here is the database's; the next statement will report it too.
    this.#tell(sql).catch(() => {});
  }
}
