/** The person who asks, in the fixed world of `testing/src/assistant/world.ts`. */
export type Asker = 'maya' | 'nora' | 'pia' | 'diego' | 'ada' | 'wes';

/** A question whose answer is stored in `server/src/assistant/answers/`. */
export interface Question {
  readonly asker: Asker;
  readonly message: string;
  /** The earlier messages, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Why the stored answer is wrong or misses the question; the file of answers shows this next to it. */
  readonly knownWrong?: string;
}
