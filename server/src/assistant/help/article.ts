import type { Role } from '@curbwrench/contract/people/roles';

/** The help text for one task. */
export interface Article {
  /** Shown at the end of an answer as its source. */
  readonly title: string;
  /** Words with which people ask for it, in addition to the title's words. */
  readonly words: string;
  readonly text: string;
  /** The roles it is for; all by default. */
  readonly roles?: readonly Role[];
}
