import type { Role } from '@curbwrench/contract/people/roles';

/** The help text for one task. */
export interface Article {
  /** The name of the source in an answer. */
  readonly title: string;
  /** What people call it, in addition to the title's words. */
  readonly words: string;
  readonly text: string;
  /** The roles it is for; all by default. */
  readonly roles?: readonly Role[];
}
