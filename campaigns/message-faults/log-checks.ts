import { groupBy } from './group-by.ts';
import type { Attempt, Providers } from './providers.ts';
import { findText, type ScenarioResult } from './run-scenario.ts';

interface LoggedMessage {
  readonly id: number;
  readonly channel: Attempt['channel'];
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

/**
 * Compares what the server recorded about each email and text message with what the providers did, and finds the text
 * messages that a killed server had begun to send.
 */
export async function findLogProblems(
  { server, reported }: ScenarioResult,
  providers: Providers,
): Promise<{ readonly problems: string[]; readonly interruptedTexts: ReadonlySet<string> }> {
  const rows = (await server.query(
    'select id, channel, state, reason, attempts from outbound_messages order by id',
  )) as LoggedMessage[];
  const byDeduplicationKey = groupBy(
    providers.attempts,
    ({ channel, deduplicationKey }) => `${channel} ${deduplicationKey}`,
  );
  const problems: string[] = [];
  const interruptedTexts = new Set<string>();
  for (const { id, channel, state, reason } of rows) {
    if (channel === 'push') continue;
    const deduplicationKey =
      channel === 'email' ? `<curbwrench-message-${id}@example.com>` : String(id);
    const attempts = byDeduplicationKey.get(`${channel} ${deduplicationKey}`) ?? [];
    const last = attempts.at(-1);
    if (!last && state === 'unknown') interruptedTexts.add(deduplicationKey);
    const expected = last ? listExpectedStates(last) : notSentStates;
    if (!expected.includes(state)) {
      problems.push(
        `message ${id} by ${channel} is ${state} (${reason}) after ${attempts.map(({ outcome }) => outcome).join(', ') || 'no attempt'}`,
      );
    }
  }
  return { problems, interruptedTexts };

  function listExpectedStates(attempt: Attempt): readonly string[] {
    if (!attempt.isOutcomeStored)
      return [...notSentStates, ...listExpectedStates({ ...attempt, isOutcomeStored: true })];
    if (attempt.outcome === 'accepted') return ['sent'];
    if (attempt.outcome === 'refused') return ['failed'];
    if (attempt.channel !== 'sms' || attempt.outcome === 'retry later') return notSentStates;
    return reported.has(attempt.deduplicationKey) && findText(providers, attempt)
      ? ['delivered']
      : ['unknown'];
  }
}

/** The states of a message that no provider has accepted. */
const notSentStates = ['queued', 'outdated', 'failed', 'skipped', 'unknown'];
