import { getRules, remindersAndLists } from './kinds.ts';
import type { Expectation, Scenario } from './model.ts';
import { mayHaveArrived, type Attempt } from './providers.ts';

/** An attempt with the expectation that it fulfills. */
export interface MatchedAttempt {
  readonly attempt: Attempt;
  readonly expectation: Expectation;
}

/**
 * Returns a problem for each message that was sent again although the server knew the outcome of the first attempt and
 * no newer message about the appointment came between, for each text that was sent again after a lost response, and for
 * each repeat that a recipient's program can't recognize as one.
 */
export function findRepeats(scenario: Scenario, matched: readonly MatchedAttempt[]): string[] {
  const repeats = findRepeatedContent(matched);
  return [
    ...repeats.flatMap((repeat) => findRepeatAfterKnownOutcome(scenario, repeat)),
    ...repeats.flatMap((repeat) => findChangedIdentity(scenario, repeat)),
    ...findRepeatedMessages(scenario, matched),
  ];
}

/** An attempt, and an earlier attempt to tell the same person the same thing. */
interface Repeat extends MatchedAttempt {
  readonly earlier: Attempt;
}

/**
 * Returns the attempts whose content is the same as that of the person's last message about the appointment or, if the
 * kind may be sent only once, as that of any earlier one. Alerts about what needs attention may be repeated.
 */
function findRepeatedContent(matched: readonly MatchedAttempt[]): Repeat[] {
  const repeats: Repeat[] = [];
  const lastInThread = new Map<string, Attempt>();
  const sentOnce = new Map<string, Attempt>();
  for (const { attempt, expectation } of matched) {
    const { channel, kind, to, appointment, time, mechanic } = attempt;
    const threadKey = `${channel} ${to} ${appointment}`;
    const onceKey = `${threadKey} ${kind} ${time}`;
    const { isSentOnce } = getRules(kind);
    const earlier = isSentOnce ? sentOnce.get(onceKey) : lastInThread.get(threadKey);
    const isSame = earlier?.kind === kind && earlier.time === time && earlier.mechanic === mechanic;
    if (earlier && isSame && kind !== 'office_attention')
      repeats.push({ attempt, expectation, earlier });
    if (isSentOnce) sentOnce.set(onceKey, attempt);
    if (!remindersAndLists.has(kind) && mayHaveArrived(attempt))
      lastInThread.set(threadKey, attempt);
  }
  return repeats;
}

/** The server knows the outcome of an accepted or refused attempt, and never repeats a text that may have been sent. */
function findRepeatAfterKnownOutcome(scenario: Scenario, { attempt, earlier }: Repeat): string[] {
  const { channel, identity } = attempt;
  const isKnown =
    earlier.isOutcomeStored &&
    (earlier.outcome === 'accepted' ||
      (earlier.outcome === 'refused' && earlier.identity === identity && channel !== 'push'));
  const isRepeatedText = channel === 'sms' && earlier.outcome === 'lost';
  return [
    ...(isKnown
      ? [
          `sent again after it was ${earlier.outcome}: ${describe(scenario, attempt)}; before: ${describe(scenario, earlier)}`,
        ]
      : []),
    ...(isRepeatedText
      ? [`a text was repeated after a lost response: ${describe(scenario, attempt)}`]
      : []),
  ];
}

/** A repeated email has the same Message-ID, and a repeated push message the same Topic. */
function findChangedIdentity(
  scenario: Scenario,
  { attempt, expectation, earlier }: Repeat,
): string[] {
  const { channel, identity } = attempt;
  if (earlier.identity === identity) return [];
  if (channel === 'push') return [`repeated with another Topic: ${describe(scenario, attempt)}`];
  return channel === 'email' && earlier.outcome === 'lost' && earlier.phase >= expectation.phase
    ? [`repeated with another Message-ID: ${describe(scenario, attempt)}`]
    : [];
}

/** No email or text is sent again after its outcome was known, and no text after a lost response. */
function findRepeatedMessages(scenario: Scenario, matched: readonly MatchedAttempt[]): string[] {
  const problems: string[] = [];
  const attemptsByMessage = new Map<string, Attempt[]>();
  for (const { attempt } of matched) {
    const { channel, identity } = attempt;
    if (channel === 'push') continue;
    const messageKey = `${channel} ${identity}`;
    const earlier = attemptsByMessage.get(messageKey) ?? [];
    attemptsByMessage.set(messageKey, [...earlier, attempt]);
    const isFinished = ({ outcome, isOutcomeStored }: Attempt): boolean =>
      isOutcomeStored && (outcome === 'accepted' || outcome === 'refused');
    if (earlier.some(isFinished))
      problems.push(`a finished message was sent again: ${describe(scenario, attempt)}`);
    if (channel === 'sms' && earlier.some(({ outcome }) => outcome === 'lost'))
      problems.push(`a text was sent again after a lost response: ${describe(scenario, attempt)}`);
  }
  return problems;
}

/** Describes an attempt for the report, so that the cause of a problem can be found. */
export function describe({ phases }: Scenario, attempt: Attempt): string {
  const { kind, channel, to, appointment, time, mechanic, identity, phase, outcome } = attempt;
  const clock = new Date(phases[phase]?.clock ?? 0).toISOString();
  return `${kind} by ${channel} to ${to} about ${appointment} at ${time} ${mechanic} (${identity}, ${outcome}, sent at ${clock}, phase ${phase})`;
}
