/** What a campaign of faults is run with. */
export interface FaultOptions {
  /** The module that starts the server: a copy of the build, sound or broken. */
  readonly main: string;
  readonly rounds: number;
  readonly clients: number;
  readonly size: { readonly mechanics: number; readonly accounts: number };
  /** About how long the clients work before each fault, in ms. */
  readonly workMs: number;
  readonly onRound: (round: number, acknowledged: number) => void;
}

/** What it counted, and every promise that was broken, in words. */
export interface FaultResult {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}
