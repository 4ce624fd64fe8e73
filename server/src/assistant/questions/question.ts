/** Who asks, of the fixed world in `testing/assistant/world.ts`. */
export type Asker = 'maya' | 'nora' | 'diego' | 'ada' | 'wes';

/** What an answer must hold, whatever its case: a text, or any one of several. */
export type Expectation = string | readonly string[];

/**
 * A question with what is expected of its answer. Beside this, every answer is held against what
 * the asker may read: it may name nothing from anybody else's records and no date, time, amount or
 * number that stands nowhere.
 */
export interface Question {
  readonly asker: Asker;
  readonly message: string;
  /** What was said before, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly expects: readonly Expectation[];
  /** Days that the question itself means, which an answer may name. */
  readonly mentions?: readonly string[];
  /** What must not stand in the answer. */
  readonly never?: readonly string[];
  /** `unknown`: the right answer is that it does not know. `refused`: that it may not say. */
  readonly kind?: 'unknown' | 'refused';
  /** The answer lists the free times of this day: exactly those that GET /api/slots offers. */
  readonly slots?: { readonly date: string; readonly service: string };
}

/** How it says that it does not know. */
export const saysUnknown: readonly string[] = ["I don't know", "I'm not sure"];

/** How it says that it may not say, or that there is nothing there for the asker. */
export const saysRefused: readonly string[] = [
  'I can only',
  "I can't",
  'that you can see',
  'only administrators',
  "I don't know",
];
