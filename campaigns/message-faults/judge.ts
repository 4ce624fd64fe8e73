import { groupBy } from './group-by.ts';
import { ExpectationFinder, toKey } from './expectation-finder.ts';
import { getRules, remindersAndLists } from './kinds.ts';
import {
  getStateAfter,
  getDateTime,
  matchesState,
  listStatesIn,
  toInstant,
  toLocal,
  type Expectation,
  type Scenario,
} from './model.ts';
import { describe, findRepeats, type MatchedAttempt } from './find-repeats.ts';
import { mayHaveArrived, type Attempt } from './providers.ts';

const second = 1000;
/** A message that a killed server had claimed is sent again after this time. */
const claimMs = 120 * second;
/** The delay before the first retry, and the factor by which the server may randomly lengthen a delay. */
const initialRetryDelayMs = 30 * second;
const maxJitter = 1.2;

/** The data to judge: what happened in the scenario, and what the providers received. */
interface Evidence {
  readonly scenario: Scenario;
  readonly attempts: readonly Attempt[];
  /** The ids of text messages that a killed server may or may not have sent, and so does not repeat. */
  readonly interruptedTexts: ReadonlySet<string>;
}

/** The problems found, and counts for the report. */
export interface Judgment {
  readonly problems: readonly string[];
  /** How many expected messages were attempted at least once. */
  readonly attempted: number;
  /** How many expected messages were outdated or expired before they could be sent. */
  readonly outdated: number;
  /** How many text messages a killed server may or may not have sent. */
  readonly interrupted: number;
}

/** Compares the messages that the providers received with the ones that the scenario requires. */
export function judge(evidence: Evidence): Judgment {
  const { scenario, attempts } = evidence;
  const problems: string[] = [];
  const matched: MatchedAttempt[] = [];
  const finder = new ExpectationFinder(scenario);
  const byDeduplicationKey = new Map<string, Expectation>();
  for (const attempt of attempts) {
    const { channel, deduplicationKey } = attempt;
    // Repeats of an email or a text message have its id; a push message has only a topic.
    const known =
      channel === 'push' ? undefined : byDeduplicationKey.get(`${channel} ${deduplicationKey}`);
    const expectation = known ?? finder.find(attempt);
    if (expectation) byDeduplicationKey.set(`${channel} ${deduplicationKey}`, expectation);
    if (expectation) matched.push({ attempt, expectation });
    else problems.push(`unexpected: ${describe(scenario, attempt)}`);
  }
  problems.push(...matched.flatMap((each) => findContentProblems(scenario, each)));
  problems.push(...findRepeats(scenario, matched));
  const { missing, outdated, interrupted } = findMissing(evidence, matched);
  problems.push(...missing, ...findRetryProblems(scenario, matched, finder));
  return {
    problems,
    attempted: new Set(matched.map(({ expectation }) => expectation)).size,
    outdated,
    interrupted,
  };
}

/**
 * Finds problems with an attempt itself. Its content must match its appointment at some time during its phase. It must
 * be sent when it is due or later, but before it expires. A text message that can wait must not be sent at night.
 */
function findContentProblems(
  scenario: Scenario,
  { attempt, expectation }: MatchedAttempt,
): string[] {
  const { appointment, dueAt, expiresAt } = expectation;
  const clock = scenario.phases[attempt.phase]?.clock ?? 0;
  const problems: string[] = [];
  if (clock < dueAt || clock >= expiresAt)
    problems.push(`sent too early or too late: ${describe(scenario, attempt)}`);
  if (
    getRules(attempt.kind).channels.includes('sms') &&
    attempt.channel === 'sms' &&
    isReminderAtNight(attempt, clock)
  ) {
    problems.push(`texted at night: ${describe(scenario, attempt)}`);
  }
  const states = appointment ? listStatesIn(appointment, attempt.phase) : [];
  const isAccurate = states.some((state) => matchesState(expectation, state));
  const isContentAccurate = states.some(
    (state) =>
      getDateTime(state) === attempt.time &&
      (attempt.mechanic === '' || state.mechanic?.firstName === attempt.mechanic),
  );
  if (appointment && !(isAccurate && isContentAccurate))
    problems.push(`outdated when it was sent: ${describe(scenario, attempt)}`);
  return problems;
}

/** Returns whether it is night and a message is of a kind that is texted only during the day. */
function isReminderAtNight({ kind }: Pick<Attempt, 'kind'>, clock: number): boolean {
  const { minutes } = toLocal(clock);
  return remindersAndLists.has(kind) && (minutes < 8 * 60 || minutes >= 21 * 60);
}

/** Finds messages that were not attempted in the first phase in which they were due, but were still accurate then. */
function findMissing(
  { scenario, interruptedTexts, attempts }: Evidence,
  matched: readonly MatchedAttempt[],
): { readonly missing: string[]; readonly outdated: number; readonly interrupted: number } {
  const byExpectation = groupBy(matched, ({ expectation }) => expectation);
  const attemptsByThread = groupBy(
    attempts,
    (each) => `${each.channel} ${each.to} ${each.appointment}`,
  );
  const missing: string[] = [];
  let outdated = 0;
  let interruptedLeft = interruptedTexts.size;
  for (const expectation of scenario.expectations) {
    if (byExpectation.has(expectation)) continue;
    const { kind, channel, appointment, expiresAt, phase } = expectation;
    const duePhaseIndex = findDuePhase(scenario, phase, getDueTime(expectation));
    if (
      duePhaseIndex === null ||
      getPhaseClock(scenario, duePhaseIndex) >= expiresAt ||
      !staysAccurateThrough(scenario, expectation, duePhaseIndex)
    ) {
      outdated += 1;
      continue;
    }
    const thread = attemptsByThread.get(
      `${channel} ${getAddress(expectation)} ${appointment?.id ?? 0}`,
    );
    const last = thread?.findLast(
      (attempt) =>
        attempt.phase <= duePhaseIndex &&
        mayHaveArrived(attempt) &&
        !remindersAndLists.has(attempt.kind),
    );
    const wasAlreadySent =
      kind !== 'office_attention' &&
      last?.kind === kind &&
      (last.time === expectation.time || !getRules(kind).includesTime) &&
      (last.mechanic === '' ||
        last.mechanic === (expectation.mechanic?.firstName ?? last.mechanic));
    if (wasAlreadySent) continue;
    const wasInterrupted =
      channel === 'sms' &&
      interruptedLeft > 0 &&
      scenario.phases.slice(phase, duePhaseIndex + 1).some(({ isKilled }) => isKilled);
    if (wasInterrupted) interruptedLeft -= 1;
    else missing.push(`missing: ${describeExpectation(scenario, expectation)}`);
  }
  return { missing, outdated, interrupted: interruptedTexts.size - interruptedLeft };
}

/** Finds failed attempts that were not retried in time, or that were retried earlier than the provider allowed. */
function findRetryProblems(
  scenario: Scenario,
  matched: readonly MatchedAttempt[],
  finder: ExpectationFinder,
): string[] {
  const problems: string[] = [];
  for (const list of groupBy(matched, toRepeatKey).values()) {
    for (const [index, { attempt, expectation }] of list.entries()) {
      const next = list[index + 1]?.attempt;
      const isRetried =
        attempt.channel === 'sms'
          ? attempt.outcome === 'retry later' && attempt.isOutcomeStored
          : attempt.outcome === 'retry later' || attempt.outcome === 'lost';
      if (!isRetried) continue;
      const earliest =
        getPhaseClock(scenario, attempt.phase) +
        Math.max(initialRetryDelayMs, attempt.waitSeconds * second);
      // Push messages with different causes can't be told apart.
      const isSameMessage =
        next?.deduplicationKey === attempt.deduplicationKey &&
        (attempt.channel !== 'push' || finder.hasOneCause(expectation, next.phase));
      if (next && isSameMessage && getPhaseClock(scenario, next.phase) < earliest) {
        problems.push(`retried too early: ${describe(scenario, attempt)}`);
      }
      const latest = getLatestRetryTime(scenario, { attempt, expectation }, index);
      const duePhaseIndex = findDuePhase(scenario, attempt.phase, latest);
      if (
        duePhaseIndex === null ||
        latest >= expectation.expiresAt ||
        getPhaseClock(scenario, duePhaseIndex) >= expectation.expiresAt
      )
        continue;
      if (attempt.channel === 'sms' && isReminderAtNight(attempt, latest)) continue;
      if (!staysAccurateThrough(scenario, expectation, duePhaseIndex)) continue;
      if (!next || next.phase > duePhaseIndex)
        problems.push(`not retried: ${describe(scenario, attempt)}`);
    }
  }
  return problems;
}

/**
 * Returns the time by which the server must have retried. Its delay doubles with each attempt. A claim without an
 * attempt, such as one that only postponed a text message until morning or that a kill ended, also doubles the delay.
 */
function getLatestRetryTime(
  scenario: Scenario,
  { attempt, expectation }: MatchedAttempt,
  earlierAttempts: number,
): number {
  const kills = scenario.phases
    .slice(expectation.phase, attempt.phase + 1)
    .filter(({ isKilled }) => isKilled).length;
  const postponements = remindersAndLists.has(attempt.kind) ? 1 : 0;
  const backoff = initialRetryDelayMs * 2 ** (earlierAttempts + kills + postponements);
  const delay = Math.max(backoff, attempt.waitSeconds * second) * maxJitter;
  const isKilled = scenario.phases[attempt.phase]?.isKilled === true;
  const waitMs = isKilled ? Math.max(delay, claimMs + second) : delay;
  return getPhaseClock(scenario, attempt.phase) + waitMs;
}

function getPhaseClock({ phases }: Scenario, index: number): number {
  return phases[index]?.clock ?? 0;
}

/** Returns a key that is the same for an attempt and its repeats. */
function toRepeatKey({ attempt, expectation }: MatchedAttempt): string {
  const { channel, deduplicationKey, to, kind, appointment } = attempt;
  if (channel !== 'push') return `${channel} ${deduplicationKey}`;
  return toKey(to, channel, kind, appointment, expectation.time);
}

/** Returns the first phase, from `from` on, that began at this time or later and in which everything due was sent. */
function findDuePhase({ phases }: Scenario, from: number, dueAt: number): number | null {
  let earliest = dueAt;
  for (let index = from; index < phases.length; index += 1) {
    const phase = phases[index];
    if (!phase) continue;
    if (phase.isKilled) earliest = Math.max(earliest, phase.clock + claimMs);
    else if (phase.clock >= earliest) return index;
  }
  return null;
}

/** Returns when a message may be sent: reminders by text message wait until morning. */
function getDueTime({ kind, channel, dueAt }: Expectation): number {
  if (channel !== 'sms' || !isReminderAtNight({ kind }, dueAt)) return dueAt;
  const { date, minutes } = toLocal(dueAt);
  const opens = toInstant(`${date} 08:00`);
  return minutes < 8 * 60 ? opens : opens + 24 * 3600 * second;
}

/** Returns whether a message was still accurate at the end of each phase, from its cause through the phase `last`. */
function staysAccurateThrough(scenario: Scenario, expectation: Expectation, last: number): boolean {
  const { appointment, phase } = expectation;
  for (let index = phase; index <= last; index += 1) {
    const state = appointment && getStateAfter(appointment, index);
    if (!(state ? matchesState(expectation, state) : hasJobs(scenario, expectation, index)))
      return false;
  }
  return true;
}

/** Returns whether the mechanic has a job on the day of a job list throughout a phase. */
function hasJobs(
  { appointments }: Scenario,
  { recipient, time }: Expectation,
  phase: number,
): boolean {
  return appointments.some((appointment) => {
    const states = listStatesIn(appointment, phase).map(({ status, mechanic, date }) => {
      const isJob = status === 'confirmed' || status === 'in_progress';
      return isJob && mechanic === recipient && date === time;
    });
    return states.length > 0 && states.every(Boolean);
  });
}

function getAddress({ channel, recipient }: Expectation): string | null {
  return { email: recipient.email, sms: recipient.number, push: recipient.endpoint }[channel];
}

function describeExpectation({ phases }: Scenario, expectation: Expectation): string {
  const { kind, channel, recipient, appointment, time, phase } = expectation;
  const clock = new Date(phases[phase]?.clock ?? 0).toISOString();
  const states = appointment?.versions
    .map(
      (version) =>
        `${version.phase}: ${version.state.status} ${getDateTime(version.state)} ${version.state.mechanic?.firstName ?? '-'}`,
    )
    .join(', ');
  return `${kind} by ${channel} to ${recipient.id} about ${appointment?.id ?? 0} at ${time}, caused at ${clock} in phase ${phase} [${states}]`;
}
