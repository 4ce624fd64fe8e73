let underWay: Promise<unknown> = Promise.resolve();

/**
 * Registers a call that replaces this browser's session. The old session is gone before the answer brings
 * the new one: a request in between, such as the live stream reconnecting when its session ends, is
 * answered as if no one were signed in.
 */
export function changingSession<Answer>(answer: Promise<Answer>): Promise<Answer> {
  underWay = answer.catch(() => null);
  return answer;
}

/** Waits until no such call is in flight: only then may the session be read. */
export async function sessionAtRest(): Promise<void> {
  await underWay;
}
