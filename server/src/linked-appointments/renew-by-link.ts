import { markLinkRevoked } from '../appointment-links/changes.ts';
import { replaceToken, type LinkContext } from '../appointment-links/change-link.ts';
import { linkDoesNotWork } from '../application/rules/link-refusal.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { queueNewLinkEmail } from '../messaging/queue-secret-email.ts';
import type { OpenedLink } from './open-link.ts';

/** If there is no mail server, an admin can read this email on the Account emails page for this many days. */
const readableDays = 7;

/**
 * Replaces a link with a new one, which is sent to the customer's email address and never shown to the holder of the
 * old link, who may be someone else. The old link stops working. Refused if the customer has no email address.
 */
export async function renewByLink(
  context: LinkContext & { readonly storesEmail: boolean },
  { target, actor }: OpenedLink,
): Promise<Result<void>> {
  const { appointmentId, email, personId } = target;
  if (email === null) return noEmail;
  return runInTransaction(context, actor, async (trx) => {
    const url = await replaceToken(trx, context, target);
    if (!url.ok) return url;
    const readableUntil = new Date(context.clock.now().getTime() + readableDays * 86_400_000);
    const isQueued = await queueNewLinkEmail(trx, context, {
      to: email,
      personId,
      appointmentId,
      link: url.value,
      readableUntil,
    });
    if (!isQueued) return linkDoesNotWork;
    return done(undefined, []);
  });
}

/** Revokes a link on behalf of its holder. */
export async function revokeByLink(
  context: LinkContext,
  { target, actor }: OpenedLink,
): Promise<Result<void>> {
  return runInTransaction(context, actor, async (trx) => {
    const { appointmentId, personId } = target;
    const wasWorking = await markLinkRevoked(trx, appointmentId, personId, context.clock.now());
    return wasWorking ? done(undefined, []) : linkDoesNotWork;
  });
}

const noEmail = refused(
  'wrong_status',
  "We don't have an email address for you. Please call us for a new link.",
);
