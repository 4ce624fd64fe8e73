import { endOtherSessions as endOthers, endSession } from '../db/session-changes.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';
import { whyNotKnown } from './prove-self.ts';
import { perform } from './transaction.ts';

/**
 * Ends one of one's own sessions; it counts for nothing from its next request on. Asks one factor
 * again (ASVS 5.0 7.5.2), and no code: a stolen phone's session must end without that phone.
 */
export async function endOwnSession(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<Outcome<null>> {
  const unknown = await whyNotKnown(context, userId, visitor, password);
  if (unknown) return unknown;
  return perform(context, userId, async (trx) =>
    (await endSession(trx, userId, id))
      ? accepted(null)
      : refused('not_found', 'There is no such session.'),
  );
}

/** Ends one's own sessions but that of the request. Asks one factor again. */
export async function endOtherSessions(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  password: string,
): Promise<Outcome<null>> {
  const unknown = await whyNotKnown(context, userId, visitor, password);
  if (unknown) return unknown;
  const kept = await context.identity.tokenOf(visitor.headers);
  return perform(context, userId, async (trx) => {
    await endOthers(trx, userId, kept ?? '');
    return accepted(null);
  });
}
