import type { Role } from '@curbwrench/contract/people/roles';

/** The help text for one task. */
export interface Article {
  /** Shown at the end of an answer as its source. */
  readonly title: string;
  /** Words that people use to ask about this task, in addition to those in the title. */
  readonly words: string;
  readonly text: string;
  /** The roles that the text is for; all by default. */
  readonly roles?: readonly Role[];
}
