/** A notification to show: the parts of the server's message that are used. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** The page that opens when it is clicked: a path on this site. */
  readonly path: string;
  /** A notification replaces an earlier one with the same tag. */
  readonly tag: string;
}

/** The URLs that the worker requests. The worker is built as a single small script, so it doesn't import the contract's list of endpoints. */
export const pushUrls = { key: '/api/push/key', subscriptions: '/api/push/subscriptions' };

/**
 * Reads a message from the server. Browsers require that something is shown for every message, so one that can't be
 * read becomes a notification that opens the home page.
 */
export function readPushMessage(text: string): PushNotification {
  const { title, body, path, topic } = parseObject(text);
  return {
    title: typeof title === 'string' && title !== '' ? title : 'New message',
    body: typeof body === 'string' ? body : '',
    path: toSafePath(path),
    tag: typeof topic === 'string' ? topic : '',
  };
}

/** Returns a path on this site, or that of the home page if `path` could lead anywhere else. */
export function toSafePath(path: unknown): string {
  // A second slash or a backslash would make the browser read the path as another host; control characters are
  // removed from URLs.
  const isPath = typeof path === 'string' && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path);
  return isPath ? path : '/';
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
