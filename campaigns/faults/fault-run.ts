import type { ScratchBuild } from '../scratch-build.ts';

/** The options of a fault campaign. */
export interface FaultOptions {
  /** A copy of the built server. */
  readonly build: Pick<ScratchBuild, 'main' | 'migrations'>;
  readonly rounds: number;
  readonly clients: number;
  readonly size: { readonly mechanics: number; readonly accounts: number };
  /** Approximately how long the clients work before each fault, in ms. */
  readonly workMs: number;
  /** Inspect the database after each fault too, not only at the end: it takes a while. */
  readonly lookAfterEach: boolean;
  /** Embedded, `kill` only: a disk whose syncs do nothing, to check that a power failure would reveal it. */
  readonly disk?: 'ignores syncs';
  readonly onRound: (round: number, acknowledged: number) => void;
}

/** What it counted, and every broken guarantee, in words. */
export interface FaultResult {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}
