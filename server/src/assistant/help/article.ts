import type { Role } from '@curbwrench/contract/roles';

/** How to do one thing here. */
export interface Article {
  /** As it is named as the source of an answer. */
  readonly title: string;
  /** What people call it, beside the words of the title. */
  readonly words: string;
  readonly text: string;
  /** Whose screens it is about; everybody's when not given. */
  readonly roles?: readonly Role[];
}
