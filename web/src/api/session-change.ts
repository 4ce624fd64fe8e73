let underWay: Promise<unknown> = Promise.resolve();

/**
 * Makes a call that gives this browser another session. The former one is gone before the answer
 * brings the next: what is asked in between, as by the live stream when it ends with its session,
 * is answered as if nobody were signed in.
 */
export function changingSession<Answer>(answer: Promise<Answer>): Promise<Answer> {
  underWay = answer.catch(() => null);
  return answer;
}

/** Waits until no such call is under way: who is signed in is asked only then. */
export async function sessionAtRest(): Promise<void> {
  await underWay;
}
