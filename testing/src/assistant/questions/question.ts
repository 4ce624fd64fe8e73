/** Who asks, of the fixed world in `testing/src/assistant/world.ts`. */
export type Asker = 'maya' | 'nora' | 'pia' | 'diego' | 'ada' | 'wes';

/** A question whose answer is kept in `server/src/assistant/answers/`. */
export interface Question {
  readonly asker: Asker;
  readonly message: string;
  /** What was said before, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Why the kept answer is wrong or misses what was asked; the file of answers says so beside it. */
  readonly knownWrong?: string;
}
