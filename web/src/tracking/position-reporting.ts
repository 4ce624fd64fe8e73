import type { Position, ReportedPosition } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { reportLock } from './report-lock.ts';

/** The maximum and minimum time between two reports, in milliseconds. */
const maxIntervalMs = 30_000;
const minIntervalMs = 5_000;

/** A move of at least this many meters is reported before the maximum interval has passed. */
const minReportedMoveMeters = 30;

interface ReportingPorts {
  /** Resolves with the mechanic's position; rejects if there is none. */
  readonly locate: () => Promise<ReportedPosition>;
  /** Calls `onPosition` with each new position until the returned function is called. */
  readonly watch: (onPosition: (position: ReportedPosition) => void) => () => void;
  /** Resolves with true to continue, or with false once the mechanic no longer shares their location. */
  readonly send: (position: ReportedPosition) => Promise<boolean>;
  /** Logs a failed report; the next one is sent anyway. */
  readonly log: (error: unknown) => void;
}

/**
 * Reports a position immediately, then after each move of 30 m (but at most once every 5 s), and otherwise every 30 s.
 * Only one report is in flight at a time; after it, the latest position is sent. Returns a function that stops the
 * reports.
 */
export function reportPositions({ locate, watch, send, log }: ReportingPorts): () => void {
  let isStopped = false;
  let isInFlight = false;
  // Whether the minimum time since the last report has passed, and whether the maximum has.
  let mayReport = false;
  let mustReport = false;
  let timers: readonly ReturnType<typeof setTimeout>[] = [];
  let lastSent: Position | null = null;
  let pendingMove: ReportedPosition | null = null;

  const stopWatching = watch((position) => {
    const isMove =
      lastSent === null || straightLineMeters(lastSent, position) >= minReportedMoveMeters;
    pendingMove = isMove ? position : null;
    reportIfDue();
  });
  void report();
  return stop;

  async function report(): Promise<void> {
    isInFlight = true;
    startTimers();
    try {
      const position = pendingMove ?? (await locate());
      pendingMove = null;
      lastSent = position;
      if (!isStopped && !(await send(position))) stop();
    } catch (error) {
      if (!isStopped) log(error);
    }
    isInFlight = false;
    reportIfDue();
  }

  function startTimers(): void {
    mayReport = false;
    mustReport = false;
    timers.forEach(clearTimeout);
    const allowReport = () => {
      mayReport = true;
      reportIfDue();
    };
    const requireReport = () => {
      mustReport = true;
      reportIfDue();
    };
    timers = [setTimeout(allowReport, minIntervalMs), setTimeout(requireReport, maxIntervalMs)];
  }

  function reportIfDue(): void {
    if (isStopped || isInFlight) return;
    if (mustReport || (mayReport && pendingMove)) void report();
  }

  function stop(): void {
    isStopped = true;
    stopWatching();
    timers.forEach(clearTimeout);
  }
}

/**
 * Calls `start` when the page becomes visible, and the function that `start` returned when the page is hidden,
 * because browsers don't report positions to hidden pages. Returns a function that stops both.
 */
export function runWhileVisible(
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  start: () => () => void,
): () => void {
  let stop: (() => void) | null = null;
  const update = () => {
    if (page.visibilityState === 'visible') {
      stop ??= start();
    } else {
      stop?.();
      stop = null;
    }
  };
  update();
  page.addEventListener('visibilitychange', update);
  return () => {
    page.removeEventListener('visibilitychange', update);
    stop?.();
  };
}

/**
 * Calls `start` in one tab of this browser at a time; other tabs wait for their turn. `start` returns a
 * function that stops what it started. Returns a function that stops it and lets the next tab start.
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

/** Sends a position report while holding a lock that all tabs of this browser can see. */
export function sendReport(
  locks: LockManager | undefined,
  report: () => Promise<void>,
): Promise<void> {
  return locks ? locks.request(reportLock, { mode: 'shared' }, report) : report();
}
