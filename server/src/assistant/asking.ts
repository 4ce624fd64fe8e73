import type { Context } from '../application/transaction.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { Moment } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Names, Understanding } from './understanding.ts';

/** The asker, how far they may read, and the time. */
export interface Asking {
  readonly context: Context;
  readonly viewer: Actor;
  readonly scope: ReadScope;
  readonly moment: Moment;
  readonly names: Names;
}

/** Answers a question about one topic; null for any other question. */
export type Topic = (asking: Asking, understood: Understanding) => Promise<string | null>;
