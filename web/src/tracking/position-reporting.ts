import type { Position } from '@curbwrench/contract/people/schemas';

/** The mechanic's location is updated every 30 s. */
const updateEvery = 30_000;

interface ReportingPorts {
  /** Resolves with the mechanic's position; rejects if there is none. */
  readonly locate: () => Promise<Position>;
  readonly send: (position: Position) => Promise<unknown>;
  /** A failed update is only logged: the next one follows anyway. */
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
  const timer = setInterval(() => void report(), updateEvery);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/** Runs something while no other tab of this browser does. Returns a function that stops it. */
export function inOneTab(
  locks: LockManager | undefined,
  name: string,
  begin: () => () => void,
): () => void {
  if (!locks) return begin();
  const waiting = new AbortController();
  let end: (() => void) | undefined;
  const held = async () => {
    const stop = begin();
    await new Promise<void>((resolve) => {
      end = () => {
        stop();
        resolve();
      };
    });
  };
  // Rejects only when waiting for the lock is aborted.
  locks.request(name, { signal: waiting.signal }, held).catch(() => undefined);
  return () => {
    waiting.abort();
    end?.();
  };
}
