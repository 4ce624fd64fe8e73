import { endOtherSessions as endOthers, endSession } from '../db/session-changes.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { perform, type Context } from './transaction.ts';

/** Ends one of one's own sessions; it counts for nothing from its next request on. */
export async function endOwnSession(
  context: Context,
  userId: string,
  id: string,
): Promise<Outcome<null>> {
  return perform(context, userId, async (trx) =>
    (await endSession(trx, userId, id))
      ? accepted(null)
      : refused('not_found', 'There is no such session.'),
  );
}

/** Ends one's own sessions but the one with this token. */
export async function endOtherSessions(
  context: Context,
  userId: string,
  keptToken: string,
): Promise<Outcome<null>> {
  return perform(context, userId, async (trx) => {
    await endOthers(trx, userId, keptToken);
    return accepted(null);
  });
}
