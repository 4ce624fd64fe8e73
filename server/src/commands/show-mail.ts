import { insertMailView } from '../db/mail-changes.ts';
import { findUnsentMail } from '../db/mails.ts';
import type { Actor } from '../domain/appointment.ts';
import { keptText } from '../domain/kept-mail.ts';
import { refused, type Outcome } from '../domain/outcome.ts';
import { done, runInTransaction, type Context } from './transaction.ts';

/**
 * Shows the text of a message that could not leave. Whoever reads its link could use it in the
 * addressee's place, so the audit trail keeps who read which message to whom.
 */
export async function showMail(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Outcome<string>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const now = context.clock.now();
    const mail = await findUnsentMail(trx, id);
    if (!mail) return refused('not_found', 'There is no such message.');
    const kept = keptText(mail, now);
    if (kept.text === null) return refused('link_expired', kept.removed);
    await insertMailView(trx, mail, now);
    return done(kept.text, []);
  });
}
