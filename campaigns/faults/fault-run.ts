import type { ScratchBuild } from '../scratch-build.ts';

/** What a campaign of faults is run with. */
export interface FaultOptions {
  /** A copy of the built server. */
  readonly build: Pick<ScratchBuild, 'main' | 'migrations'>;
  readonly rounds: number;
  readonly clients: number;
  readonly size: { readonly mechanics: number; readonly accounts: number };
  /** About how long the clients work before each fault, in ms. */
  readonly workMs: number;
  /** Look into the database after each fault too, not only at the end: it takes a while. */
  readonly lookAfterEach: boolean;
  /** Embedded, `kill` only: a disk whose syncs do nothing, to see that a power cut would show it. */
  readonly disk?: 'ignores syncs';
  readonly onRound: (round: number, acknowledged: number) => void;
}

/** What it counted, and every promise that was broken, in words. */
export interface FaultResult {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}
