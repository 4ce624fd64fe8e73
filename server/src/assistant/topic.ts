import type { Context } from '../application/transaction.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { KnownRecords, ParsedQuestion } from './parsed-question.ts';

/**
 * The person asking, the scope within which they may read, the current time, and the records they may mention by name.
 */
export interface AskerContext {
  readonly context: Context;
  readonly viewer: Actor;
  readonly scope: ReadScope;
  readonly currentTime: CurrentTime;
  readonly knownRecords: KnownRecords;
}

/** Answers a question about one topic; returns null for any other question. */
export type Topic = (asker: AskerContext, question: ParsedQuestion) => Promise<string | null>;
