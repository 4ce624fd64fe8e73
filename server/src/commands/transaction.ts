import type { RawBuilder, Transaction } from 'kysely';
import { isExclusionViolation } from '../db/connection/errors.ts';
import { inTransaction } from '../db/connection/transaction.ts';
import type { Store } from '../db/connection/store.ts';
import { announce, namingActor, type Announcement } from '../db/outbox-changes.ts';
import type { Database } from '../db/schema.ts';
import type { Moment } from '../domain/appointment.ts';
import type { BusinessSettings } from '../domain/business-settings.ts';
import { localTime } from '../domain/business-time.ts';
import { refused, type Outcome, type Refused } from '../domain/outcome.ts';
import type { Clock } from '../ports/clock.ts';

/** What every command works with. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly business: BusinessSettings;
}

/** The transaction of one command. */
export type Work = Transaction<Database>;

/** What time it is for the business. */
export function momentOf(context: Context): Moment {
  const now = context.clock.now();
  const timeZone = context.business.timeZone;
  return { now, local: localTime(now, timeZone), timeZone };
}

/** What else belongs to the very end of a command, and travels with its commit. */
export interface Ending {
  /**
   * Changes whose answers the command needs not know. They are made before anything is told, in
   * the order in which they are called; should one of them fail, so does the command.
   */
  readonly changes?: (trx: Work) => Promise<unknown>;
  /** A `with` clause of the statement that tells. */
  readonly alongside?: RawBuilder<unknown>;
}

/** Tells of changes when the command's transaction commits, and only then. */
export type Tell = (announcements: readonly Announcement[], ending?: Ending) => void;

/**
 * Runs a command's story in one transaction, in the name of whoever asked for it (null: nobody
 * signed in). A refusal undoes whatever came before it, so that "no" always means "nothing
 * changed". Should a mistake ever pass the day's lock, the database's own constraint still refuses
 * the overlap, and the person is told that the time is taken.
 */
export async function perform<T>(
  context: Context,
  actorId: string | null,
  story: (trx: Work, tell: Tell) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    const { outcome, told } = await inTransaction(
      context.store,
      async (trx) => {
        let tidings: Parameters<Tell> | undefined;
        const result = await story(trx, (...given) => {
          tidings = given;
        });
        if (!result.ok) throw new Undo(result);
        return { outcome: result, told: tidings };
      },
      async (trx, { told: tidings }) => {
        if (!tidings) return;
        const [announcements, { changes, alongside } = {}] = tidings;
        // The first to fail is the one that says why; those after it only say that one failed.
        await Promise.all([
          changes?.(trx),
          announce(trx, announcements, context.clock.now(), alongside),
        ]);
      },
      actorId === null ? undefined : namingActor(actorId),
    );
    if (told) context.store.wake('outbox');
    return outcome;
  } catch (error) {
    if (error instanceof Undo) return error.refused;
    if (isExclusionViolation(error)) return refused('slot_taken', 'That time has just been taken.');
    throw error;
  }
}

/** Carries a refusal out of the transaction that it undoes. Never leaves this file. */
class Undo extends Error {
  readonly refused: Refused;

  constructor(refusal: Refused) {
    super('Undone by a refusal.');
    this.refused = refusal;
  }
}
