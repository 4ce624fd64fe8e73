import { getRules, remindersAndLists } from './kinds.ts';
import type { Expectation, History } from './model.ts';
import type { Attempt } from './providers.ts';

/** An attempt with the expectation that it fulfills. */
export interface MatchedAttempt {
  readonly attempt: Attempt;
  readonly expectation: Expectation;
}

/**
 * After an attempt whose outcome the server knows, the same is not sent again, unless something else was in between.
 * After a lost answer only the same message may be sent again, and no text at all.
 */
export function findRepeats(history: History, matched: readonly MatchedAttempt[]): string[] {
  const problems: string[] = [];
  const lastNews = new Map<string, Attempt>();
  const once = new Map<string, Attempt>();
  const attemptsById = new Map<string, Attempt[]>();
  for (const { attempt, expectation } of matched) {
    const { channel, identity, kind, to } = attempt;
    const byId = attemptsById.get(`${channel} ${identity}`) ?? [];
    attemptsById.set(`${channel} ${identity}`, [...byId, attempt]);
    const subject = `${channel} ${to} ${attempt.appointment}`;
    const isOnce = getRules(kind).isOnce;
    const earlier = isOnce ? once.get(`${subject} ${kind} ${attempt.time}`) : lastNews.get(subject);
    const isSame =
      earlier?.kind === kind &&
      earlier.time === attempt.time &&
      earlier.mechanic === attempt.mechanic;
    if (earlier && isSame && kind !== 'office_attention') {
      if (
        earlier.outcome === 'accepted' ||
        (earlier.outcome === 'refused' && earlier.identity === identity && channel !== 'push')
      ) {
        problems.push(`sent again after it was ${earlier.outcome}: ${describe(history, attempt)}`);
      }
      if (channel === 'sms' && earlier.outcome === 'lost') {
        problems.push(`a text was repeated after a lost answer: ${describe(history, attempt)}`);
      }
      if (
        channel === 'email' &&
        earlier.outcome === 'lost' &&
        earlier.identity !== identity &&
        earlier.phase >= expectation.phase
      ) {
        problems.push(`repeated with another Message-ID: ${describe(history, attempt)}`);
      }
      if (channel === 'push' && earlier.identity !== identity) {
        problems.push(`repeated with another Topic: ${describe(history, attempt)}`);
      }
    }
    if (
      channel !== 'push' &&
      byId.some(({ outcome }) => outcome === 'accepted' || outcome === 'refused')
    ) {
      problems.push(`a finished message was sent again: ${describe(history, attempt)}`);
    }
    if (channel === 'sms' && byId.some(({ outcome }) => outcome === 'lost')) {
      problems.push(`a text was sent again after a lost answer: ${describe(history, attempt)}`);
    }
    if (isOnce) once.set(`${subject} ${kind} ${attempt.time}`, attempt);
    // What was certainly not delivered does not count as told.
    if (
      !remindersAndLists.has(kind) &&
      attempt.outcome !== 'retry' &&
      attempt.outcome !== 'refused'
    )
      lastNews.set(subject, attempt);
  }
  return problems;
}

/** Describes an attempt for a person who looks for the cause of a problem. */
export function describe({ phases }: History, attempt: Attempt): string {
  const { kind, channel, to, appointment, time, mechanic, identity, phase, outcome } = attempt;
  const clock = new Date(phases[phase]?.clock ?? 0).toISOString();
  return `${kind} by ${channel} to ${to} about ${appointment} at ${time} ${mechanic} (${identity}, ${outcome}, sent at ${clock}, phase ${phase})`;
}
