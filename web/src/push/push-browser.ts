import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { request } from '../api/request.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { pushOwnerKey } from '../session/push-owner.ts';

/** What this browser itself knows about its notifications. */
export interface BrowserPush {
  readonly permission: NotificationPermission;
  /** The endpoint of its push subscription; null if it has none. */
  readonly endpoint: string | null;
}

/** Reads this browser's permission and subscription. */
export async function readBrowserPush(): Promise<BrowserPush> {
  const subscription = await findSubscription();
  return { permission: Notification.permission, endpoint: subscription?.endpoint ?? null };
}

/**
 * Asks for permission, which browsers allow only in response to a click or tap, and turns notifications on in this
 * browser for the signed-in person. Returns the permission; unless it is `granted`, nothing changes.
 *
 * @throws {ApiError} if the server refuses
 * @throws {DOMException} if the browser can't reach its push service
 */
export async function turnOnPush(
  personId: string,
  publicKey: string,
): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission;
  const subscription = await subscribeBrowser(publicKey);
  try {
    await request('subscribeToPush', { body: toBody(subscription) });
  } catch (error) {
    await subscription.unsubscribe().catch(() => false);
    throw error;
  }
  localStorage.setItem(pushOwnerKey, personId);
  return permission;
}

/**
 * Turns notifications off in this browser. `id` identifies its subscription on the server, if there is one.
 *
 * @throws {ApiError} if the server refuses
 */
export async function turnOffPush(id: number | null): Promise<void> {
  if (id !== null) await request('unsubscribeFromPush', { params: { id } });
  localStorage.removeItem(pushOwnerKey);
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
}

/**
 * Keeps this browser's push subscription tied to the signed-in person. If they turned notifications on in a previous
 * session, ties the subscription to the current session, so that it ends with this one. If someone else turned
 * notifications on, or the subscription was removed on another device, turns notifications off.
 */
export async function keepPushSubscription(personId: string): Promise<void> {
  const owner = localStorage.getItem(pushOwnerKey);
  if (owner === null) return;
  const subscription = await findSubscription();
  const rows = owner === personId ? await request('listPushSubscriptions') : [];
  const row = rows.find(({ endpoint }) => endpoint === subscription?.endpoint);
  if (row && subscription) {
    if (!row.current) await request('subscribeToPush', { body: toBody(subscription) });
    return;
  }
  localStorage.removeItem(pushOwnerKey);
  await subscription?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes with the server's key. A subscription with a different key, from a previous database, is replaced. */
async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  await registerWorker(navigator.serviceWorker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const existing = await pushManager.getSubscription();
    if (!existing) throw error;
    await existing.unsubscribe();
    return pushManager.subscribe(options);
  }
}

function toBody(subscription: PushSubscription): EndpointInput<'subscribeToPush', 'body'> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}
