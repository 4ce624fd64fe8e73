import { insertEmailView } from './changes.ts';
import { findUnsentEmail } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { getUnsentText } from './rules.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * Returns the text of a message that could not be sent. An admin who reads the link in it could use that link instead
 * of the recipient, so the audit trail records who read which message, and to whom it was addressed.
 */
export async function showAccountEmail(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<string>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const now = context.clock.now();
    const mail = await findUnsentEmail(trx, id);
    if (!mail) return refused('not_found', 'Message not found.');
    const unsent = getUnsentText(mail, now);
    if (unsent.text === null) return refused('link_expired', unsent.removalReason);
    await insertEmailView(trx, mail, now);
    return done(unsent.text, []);
  });
}
