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
  /** Whether to inspect the database after each fault, which is slow, or only at the end. */
  readonly inspectAfterEach: boolean;
  /** Only for `kill` on the embedded database: simulates a disk whose syncs do nothing, which must be detected. */
  readonly disk?: 'ignores syncs';
  readonly onRound: (round: number, acknowledged: number) => void;
}

/** The counts of a campaign, and a message for every broken guarantee. */
export interface FaultResult {
  readonly stats: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}
