import type { EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
import { pushUrls, readPushMessage, toSafePath } from './push-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows a notification for a push message from the server. */
export function showNotification(text: string): Promise<void> {
  const { title, body, path, tag } = readPushMessage(text);
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    data: { path },
  });
}

/**
 * Opens the page that a notification is about: in a tab that already shows it, or else in the most recently used tab,
 * or else in a new one.
 */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const { path } = Object(notification.data) as { path?: unknown };
  const url = new URL(toSafePath(path), self.location.origin).href;
  // The most recently used tab comes first. Tabs that this worker doesn't control can't be navigated.
  const tabs = await self.clients.matchAll({ type: 'window' });
  const tab = tabs.find((each) => each.url === url) ?? tabs[0];
  if (!tab) {
    await self.clients.openWindow(url);
    return;
  }
  // A browser may refuse to bring a window to the front; the page is opened in any case.
  await tab.focus().catch(() => undefined);
  if (tab.url !== url) await tab.navigate(url);
}

/**
 * Reports the browser's new push subscription to the server after the browser or its push service has replaced the old
 * one. If nobody is signed in, the server refuses it, and the next page that the person opens reports it.
 */
export async function renewSubscription(replacement: PushSubscription | null): Promise<void> {
  const subscription = replacement ?? (await subscribeAgain());
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch(pushUrls.subscriptions, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

/** Subscribes this browser again; null if nobody is signed in. */
async function subscribeAgain(): Promise<PushSubscription | null> {
  const response = await fetch(pushUrls.key);
  if (!response.ok) return null;
  const { publicKey } = (await response.json()) as EndpointReply<'getPushKey'>;
  if (publicKey === null) return null;
  return self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
}
