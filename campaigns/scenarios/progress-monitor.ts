/** The progress of one of the campaign's processes. */
export interface Progress {
  /** Identifies the process. */
  readonly seed: number;
  /** How many scenarios the process has started. */
  readonly scenario: number;
  /** A description of the step that the process is about to run. */
  readonly step: string;
}

interface LastReport extends Progress {
  /** When the process last sent something, in ms. */
  readonly receivedAt: number;
  /** When to warn that the process is silent, unless it sends something first; null after it is done. */
  readonly warnAt: number | null;
}

/** A process counts as silent after this time: a step takes milliseconds, or seconds on an overloaded machine. */
const silentAfterMs = 60_000;

/**
 * Tracks the progress of each process of a campaign. It runs in the parent process, since a process in an endless
 * loop cannot report that.
 */
export class ProgressMonitor {
  readonly #reports = new Map<number, LastReport>();

  /** Records a process's report; `now` is the current time in ms. */
  record(report: Progress, now: number): void {
    this.#reports.set(report.seed, {
      ...report,
      receivedAt: now,
      warnAt: now + silentAfterMs,
    });
  }

  /** The total number of scenarios that the processes started. */
  get scenariosStarted(): number {
    return [...this.#reports.values()].reduce((sum, { scenario }) => sum + scenario, 0);
  }

  /** Records that a process is done and will not report again. */
  finish(seed: number): void {
    const last = this.#reports.get(seed);
    if (last) this.#reports.set(seed, { ...last, warnAt: null });
  }

  /** Returns a warning for each process that has sent nothing for a minute, and again after each further minute. */
  describeSilentProcesses(now: number): string[] {
    return [...this.#reports.values()]
      .filter(({ warnAt }) => warnAt !== null && now >= warnAt)
      .map((last) => {
        this.#reports.set(last.seed, { ...last, warnAt: now + silentAfterMs });
        const seconds = Math.round((now - last.receivedAt) / 1000);
        return `seed ${last.seed}, scenario ${last.scenario}: no message for ${seconds} s, last step: ${last.step}`;
      });
  }
}
