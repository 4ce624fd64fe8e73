let pendingChange: Promise<unknown> = Promise.resolve();

/**
 * Registers a request that replaces this browser's session. The old session ends before the response sets the new
 * session: a request in between, such as the live stream reconnecting, is handled as if no one were signed in.
 */
export function trackSessionChange<Reply>(request: Promise<Reply>): Promise<Reply> {
  pendingChange = request.catch(() => null);
  return request;
}

/** Waits until no request that replaces the session is in flight. Read the session only after that. */
export async function waitForSessionChange(): Promise<void> {
  await pendingChange;
}
