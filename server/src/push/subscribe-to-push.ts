import type { EndpointOutput } from '@curbwrench/contract/api/endpoint-schemas';
import { ECDH } from 'node:crypto';
import { lockAccount } from '../accounts/changes/account-changes.ts';
import { notificationsChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { deletePushSubscription, lockSession, savePushSubscription } from './changes.ts';
import { listPushSubscriptions, type PushSubscriptionRow } from './queries.ts';
import { isPushEndpoint } from './rules.ts';

/** The maximum number of browsers in which a person can turn on notifications. Each message is sent to all of them. */
const maxSubscriptions = 10;

/** A request to send the actor's messages to a browser. */
export interface PushRequest {
  readonly subscription: EndpointOutput<'subscribeToPush', 'body'>;
  /** The token of the session in which the request is made. */
  readonly sessionToken: string;
  readonly userAgent: string | null;
}

/**
 * Subscribes a browser to the actor's messages until the session ends, its account is deactivated or the browser
 * unsubscribes. If someone else had turned on notifications in this browser, their subscription ends. An endpoint that
 * does not belong to a known push service is refused.
 */
export async function subscribeToPush(
  context: Context,
  actor: Actor,
  { subscription, sessionToken, userAgent }: PushRequest,
  additionalOrigins: readonly string[],
): Promise<Result<PushSubscriptionRow>> {
  const { endpoint, keys } = subscription;
  if (!isPushEndpoint(endpoint, additionalOrigins) || !isCurvePoint(keys.p256dh)) {
    return refused(
      'invalid_request',
      "We can't send notifications to this browser. Please try another one.",
    );
  }
  return runInTransaction(context, actor.id, async (trx) => {
    await lockAccount(trx, actor.id);
    // Uses the system clock, because session expiry does.
    const sessionId = await lockSession(trx, sessionToken, new Date());
    if (sessionId === null) return refused('not_signed_in', 'Please log in first.');
    const id = await savePushSubscription(
      trx,
      {
        accountId: actor.id,
        sessionId,
        endpoint,
        publicKey: keys.p256dh,
        authSecret: keys.auth,
        userAgent,
      },
      context.clock.now(),
    );
    if (id === null) {
      return refused(
        'not_allowed',
        'Notifications in this browser are on for another account. Please turn them off in that account first.',
      );
    }
    const rows = await listPushSubscriptions(trx, actor.id, sessionToken);
    const row = rows.find((each) => each.id === id);
    if (!row || rows.length > maxSubscriptions) {
      return refused(
        'in_use',
        `You can turn on notifications in up to ${maxSubscriptions} browsers. Please remove one first.`,
      );
    }
    return done(row, [notificationsChanged(actor.id)]);
  });
}

/** Stops sending the actor's messages to one of their browsers. */
export async function unsubscribeFromPush(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<null>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await deletePushSubscription(trx, actor.id, id))) {
      return refused('not_found', 'Browser not found.');
    }
    return done(null, [notificationsChanged(actor.id)]);
  });
}

/** Returns whether a key is a point on the curve P-256, to which a message can be encrypted. */
function isCurvePoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
