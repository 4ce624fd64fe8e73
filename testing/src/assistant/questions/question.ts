/** Who asks, of the fixed world in `testing/src/assistant/world.ts`. */
export type Asker = 'maya' | 'nora' | 'pia' | 'diego' | 'ada' | 'wes';

/**
 * What an answer must hold, whatever its case: a whole phrase, or any one of several. '2 jobs' does
 * not stand in '12 jobs', nor '1:00 PM' in '11:00 PM'.
 */
export type Expectation = string | readonly string[];

/**
 * What an answer is: something told (`answer`), that it does not know (`unknown`), or that this is
 * not for the asker (`refusal`).
 */
export type Kind = 'answer' | 'unknown' | 'refusal';

/**
 * A question with what is expected of its answer. Beside this, every answer is held against what
 * the asker may read: it may name nothing from anybody else's records and nothing that stands
 * nowhere.
 */
export interface Question {
  readonly asker: Asker;
  readonly message: string;
  /** What was said before, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** What the answer must be; `answer` unless said otherwise. */
  readonly kind?: Kind | readonly Kind[];
  readonly expects?: readonly Expectation[];
  /** Days that the question itself means, which an answer may name. */
  readonly mentions?: readonly string[];
  /** What must not stand in the answer. */
  readonly never?: readonly string[];
  /** The answer lists the free times of this day: exactly those that GET /api/slots offers. */
  readonly slots?: { readonly date: string; readonly service: string };
}
