import type { Position } from '@curbwrench/contract/people/schemas';

/** The time between two reports, in milliseconds. */
const updateIntervalMs = 30_000;

interface ReportingPorts {
  /** Resolves with the mechanic's position; rejects if there is none. */
  readonly locate: () => Promise<Position>;
  readonly send: (position: Position) => Promise<unknown>;
  /** Logs a failed report; the next one follows anyway. */
  readonly log: (error: unknown) => void;
}

/** Reports a position immediately and then every 30 s until it is stopped. */
export function reportPositions({ locate, send, log }: ReportingPorts): () => void {
  let stopped = false;
  const report = async (): Promise<void> => {
    try {
      const position = await locate();
      if (!stopped) await send(position);
    } catch (error) {
      if (!stopped) log(error);
    }
  };
  void report();
  const timer = setInterval(() => void report(), updateIntervalMs);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/**
 * Calls `start` in one tab of this browser at a time; other tabs wait for their turn. `start` returns the
 * function that stops it. Returns a function that stops it and lets the next tab start.
 */
export function runInOneTab(
  locks: LockManager | undefined,
  name: string,
  start: () => () => void,
): () => void {
  if (!locks) return start();
  const lockRequest = new AbortController();
  let stopAndRelease: (() => void) | undefined;
  const whileLocked = async () => {
    const stop = start();
    await new Promise<void>((resolve) => {
      stopAndRelease = () => {
        stop();
        resolve();
      };
    });
  };
  // Rejects only when waiting for the lock is aborted.
  locks.request(name, { signal: lockRequest.signal }, whileLocked).catch(() => undefined);
  return () => {
    lockRequest.abort();
    stopAndRelease?.();
  };
}
