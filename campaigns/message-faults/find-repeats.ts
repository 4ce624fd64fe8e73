import { getRules, remindersAndLists } from './kinds.ts';
import type { Expectation, Scenario } from './model.ts';
import { mayHaveArrived, type Attempt } from './providers.ts';

/** An attempt with the expectation that it fulfills. */
export interface MatchedAttempt {
  readonly attempt: Attempt;
  readonly expectation: Expectation;
}

/**
 * Returns a problem for each of these:
 * - A message was sent again although the server knew the outcome of the first attempt, and no other message about the
 *   appointment was sent in between.
 * - A text message was sent again after its response was lost.
 * - A recipient's program can't recognize a repeated message as a repeat.
 */
export function findRepeats(scenario: Scenario, matched: readonly MatchedAttempt[]): string[] {
  const repeats = findRepeatedContent(matched);
  return [
    ...repeats.flatMap((repeat) => findRepeatAfterKnownOutcome(scenario, repeat)),
    ...repeats.flatMap((repeat) => findChangedKey(scenario, repeat)),
    ...findRepeatedMessages(scenario, matched),
  ];
}

/** An attempt, and a previous attempt to tell the same person the same thing. */
interface Repeat extends MatchedAttempt {
  readonly previous: Attempt;
}

/**
 * Returns the attempts whose content is the same as that of the person's last message about the appointment or, if the
 * kind may be sent only once, as that of any previous one. Alerts about what needs attention may be repeated.
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
    const previous = isSentOnce ? sentOnce.get(onceKey) : lastInThread.get(threadKey);
    const isSame =
      previous?.kind === kind && previous.time === time && previous.mechanic === mechanic;
    if (previous && isSame && kind !== 'office_attention')
      repeats.push({ attempt, expectation, previous });
    if (isSentOnce) sentOnce.set(onceKey, attempt);
    if (!remindersAndLists.has(kind) && mayHaveArrived(attempt))
      lastInThread.set(threadKey, attempt);
  }
  return repeats;
}

/** The server knows the outcome of an accepted or refused attempt. It resends no text message that may have arrived. */
function findRepeatAfterKnownOutcome(scenario: Scenario, { attempt, previous }: Repeat): string[] {
  const { channel, deduplicationKey } = attempt;
  const isKnown =
    previous.isOutcomeStored &&
    (previous.outcome === 'accepted' ||
      (previous.outcome === 'refused' &&
        previous.deduplicationKey === deduplicationKey &&
        channel !== 'push'));
  const isRepeatedText = channel === 'sms' && previous.outcome === 'lost';
  return [
    ...(isKnown
      ? [
          `sent again after it was ${previous.outcome}: ${describe(scenario, attempt)}; before: ${describe(scenario, previous)}`,
        ]
      : []),
    ...(isRepeatedText
      ? [`a text message was repeated after a lost response: ${describe(scenario, attempt)}`]
      : []),
  ];
}

/** A repeated email has the same Message-ID, and a repeated push message the same Topic. */
function findChangedKey(scenario: Scenario, { attempt, expectation, previous }: Repeat): string[] {
  const { channel, deduplicationKey } = attempt;
  if (previous.deduplicationKey === deduplicationKey) return [];
  if (channel === 'push') return [`repeated with another Topic: ${describe(scenario, attempt)}`];
  return channel === 'email' && previous.outcome === 'lost' && previous.phase >= expectation.phase
    ? [`repeated with another Message-ID: ${describe(scenario, attempt)}`]
    : [];
}

/** No email or text message is sent again after its outcome is known, and no text message after a lost response. */
function findRepeatedMessages(scenario: Scenario, matched: readonly MatchedAttempt[]): string[] {
  const problems: string[] = [];
  const attemptsByMessage = new Map<string, Attempt[]>();
  for (const { attempt } of matched) {
    const { channel, deduplicationKey } = attempt;
    if (channel === 'push') continue;
    const messageKey = `${channel} ${deduplicationKey}`;
    const previousAttempts = attemptsByMessage.get(messageKey) ?? [];
    attemptsByMessage.set(messageKey, [...previousAttempts, attempt]);
    const isFinished = ({ outcome, isOutcomeStored }: Attempt): boolean =>
      isOutcomeStored && (outcome === 'accepted' || outcome === 'refused');
    if (previousAttempts.some(isFinished))
      problems.push(`a finished message was sent again: ${describe(scenario, attempt)}`);
    if (channel === 'sms' && previousAttempts.some(({ outcome }) => outcome === 'lost'))
      problems.push(
        `a text message was sent again after a lost response: ${describe(scenario, attempt)}`,
      );
  }
  return problems;
}

/** Describes an attempt for the report, so that the cause of a problem can be found. */
export function describe({ phases }: Scenario, attempt: Attempt): string {
  const { kind, channel, to, appointment, time, mechanic, deduplicationKey, phase, outcome } =
    attempt;
  const clock = new Date(phases[phase]?.clock ?? 0).toISOString();
  return `${kind} by ${channel} to ${to} about ${appointment} at ${time} ${mechanic} (${deduplicationKey}, ${outcome}, sent at ${clock}, phase ${phase})`;
}
