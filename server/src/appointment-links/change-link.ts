import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { markLinkRevoked } from './changes.ts';
import {
  findOrCreateAppointmentLink,
  createLinkToken,
  type LinkSettings,
} from './find-or-create-link.ts';
import { findLinkableAppointment, findStoredLink, type LinkTarget } from './queries.ts';
import { getLinkPhase } from './rules.ts';

/** The dependencies of commands that change links. */
export interface LinkContext extends Context {
  /** The secret that `deriveLinkSecret` returns. */
  readonly linkSecret: string;
  readonly publicUrl: string;
}

/** Returns the URL of an appointment's link for the office, which gives it to the customer. */
export async function shareLink(
  context: LinkContext,
  actor: Actor,
  appointmentId: number,
): Promise<Result<string>> {
  return runInTransaction(context, actor, async (trx) => {
    const target = await findUsableTarget(trx, context, appointmentId);
    if (!target.ok) return target;
    const { personId } = target.value;
    const now = context.clock.now();
    const settings = getLinkSettings(context);
    const url = await findOrCreateAppointmentLink(trx, settings, appointmentId, personId, now);
    return done(url, []);
  });
}

/** Gives an appointment's link a new token and returns its new URL for the office. The old URL stops working. */
export async function renewLink(
  context: LinkContext,
  actor: Actor,
  appointmentId: number,
): Promise<Result<string>> {
  return runInTransaction(context, actor, async (trx) => {
    const target = await findUsableTarget(trx, context, appointmentId);
    if (!target.ok) return target;
    const url = await replaceToken(trx, context, target.value);
    return url.ok ? done(url.value, []) : url;
  });
}

/** Revokes an appointment's link. Refused if the appointment has no working link. */
export async function revokeLink(
  context: LinkContext,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  return runInTransaction(context, actor, async (trx) => {
    const target = await findLinkableAppointment(trx, appointmentId);
    if (!target) return noSuchAppointment;
    const wasWorking = await markLinkRevoked(
      trx,
      appointmentId,
      target.personId,
      context.clock.now(),
    );
    return wasWorking
      ? done(undefined, [])
      : refused('wrong_status', 'This appointment has no working link.');
  });
}

/** Gives a link a new token, and returns its new URL. Refused if another transaction has just done the same. */
export async function replaceToken(
  trx: Transaction,
  context: LinkContext,
  { appointmentId, personId }: Pick<LinkTarget, 'appointmentId' | 'personId'>,
): Promise<Result<string>> {
  const link = await findStoredLink(trx, appointmentId, personId);
  const key = { appointmentId, personId };
  const now = context.clock.now();
  const url = await createLinkToken(trx, getLinkSettings(context), key, link, now);
  return url === null
    ? refused('changed_meanwhile', 'Someone else just replaced this link.')
    : { ok: true, value: url };
}

function getLinkSettings({ linkSecret, publicUrl }: LinkContext): LinkSettings {
  return { secret: linkSecret, publicUrl };
}

async function findUsableTarget(
  trx: Transaction,
  context: Context,
  appointmentId: number,
): Promise<Result<LinkTarget>> {
  const target = await findLinkableAppointment(trx, appointmentId);
  if (!target) return noSuchAppointment;
  if (getLinkPhase(target, getCurrentTime(context)) === 'expired') return tooLongAgo;
  return { ok: true, value: target };
}

const tooLongAgo = refused(
  'wrong_status',
  'This appointment ended more than 90 days ago, so its link no longer works.',
);

const noSuchAppointment: Refused = refused('not_found', 'Appointment not found.');
