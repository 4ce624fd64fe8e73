import type { Actor } from '../application/rules/actor.ts';
import { linkDoesNotWork } from '../application/rules/link-refusal.ts';
import { accepted, type Result } from '../application/rules/result.ts';
import { getCurrentTime, type Context } from '../application/transaction.ts';
import { hashLinkToken } from '../appointment-links/find-or-create-link.ts';
import { findLinkTarget, type LinkTarget } from '../appointment-links/queries.ts';
import { getLinkPhase } from '../appointment-links/rules.ts';

/** A working link, with its appointment and the actor on whose behalf its holder acts. */
export interface OpenedLink {
  readonly target: LinkTarget;
  readonly actor: Actor;
  /** Whether the appointment is over, so that the link only shows the appointment and its receipt. */
  readonly isOver: boolean;
}

/**
 * Returns the link with this token. Its holder has the rights of the appointment's customer on this one appointment.
 * The refusal is the same for every token that does not work: unknown, damaged, revoked, renewed, or expired.
 */
export async function openLink(context: Context, token: string): Promise<Result<OpenedLink>> {
  const linkTokenHash = hashLinkToken(token);
  const target = await findLinkTarget(context.store.kysely, linkTokenHash);
  if (!target) return linkDoesNotWork;
  const phase = getLinkPhase(target, getCurrentTime(context));
  if (phase === 'expired') return linkDoesNotWork;
  const actor = { id: target.personId, role: 'customer', linkTokenHash } as const;
  return accepted({ target, actor, isOver: phase === 'over' });
}
