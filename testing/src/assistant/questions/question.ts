/** The person who asks, in the fixed test business of `testing/src/assistant/assistant-business.ts`. */
export type Asker = 'maya' | 'nora' | 'pia' | 'diego' | 'ada' | 'wes';

/** A question whose answer is stored in `server/src/assistant/answers/`. */
export interface Question {
  readonly asker: Asker;
  readonly message: string;
  /** The previous messages, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Why the stored answer is wrong or doesn't answer the question; the answers file shows this next to the answer. */
  readonly knownFlaw?: string;
}
