/** One exact replacement in a file of the built server. */
export interface Patch {
  /** From the project's folder, such as `server/dist/main.js`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** One thing made wrong on purpose, which a campaign must catch. */
export interface Breakage {
  readonly name: string;
  /** What is wrong, in a few words. */
  readonly what: string;
  /** The campaigns that must catch it. */
  readonly campaigns: readonly string[];
  readonly patches: readonly Patch[];
}
