import { groupBy } from './group-by.ts';
import type { Reader } from './business.ts';
import { getRules, remindersAndLists, type CausedKind } from './kinds.ts';
import {
  getStateAfter,
  getTime,
  isTrueOf,
  listStatesIn,
  toInstant,
  toLocal,
  type Appointment,
  type Expectation,
  type History,
} from './model.ts';
import { describe, findRepeats, type MatchedAttempt } from './find-repeats.ts';
import type { Attempt } from './providers.ts';

const second = 1000;
/** A message that a killed server had claimed is sent again after this time. */
const claimMs = 120 * second;

/** What a judgment is based on. */
interface Evidence {
  readonly history: History;
  readonly attempts: readonly Attempt[];
  /** The ids of texts that a killed server may or may not have sent, and so does not repeat. */
  readonly interruptedTexts: ReadonlySet<string>;
}

/** What the judgment found. */
export interface Judgment {
  readonly problems: readonly string[];
  /** How many expected messages were attempted, and how many were over before. */
  readonly sent: number;
  readonly over: number;
  readonly interrupted: number;
}

/** Compares what the providers received with what follows from the history. */
export function judge(evidence: Evidence): Judgment {
  const { history, attempts } = evidence;
  const problems: string[] = [];
  const matched: MatchedAttempt[] = [];
  const finder = new ExpectationFinder(history);
  const byIdentity = new Map<string, Expectation>();
  for (const attempt of attempts) {
    const { channel, identity } = attempt;
    // Repeats of an email or text have its id; a push message has only a topic.
    const known = channel === 'push' ? undefined : byIdentity.get(`${channel} ${identity}`);
    const expectation = known ?? finder.find(attempt);
    if (expectation) byIdentity.set(`${channel} ${identity}`, expectation);
    if (expectation) matched.push({ attempt, expectation });
    else problems.push(`nobody had to be told: ${describe(history, attempt)}`);
  }
  problems.push(...matched.flatMap((each) => findUntruth(history, each)));
  problems.push(...findRepeats(history, matched));
  const { missing, over, interrupted } = findMissing(evidence, matched);
  problems.push(...missing, ...findMissedRetries(history, matched));
  return {
    problems,
    sent: new Set(matched.map(({ expectation }) => expectation)).size,
    over,
    interrupted,
  };
}

/** Finds what an attempt is about: the newest expectation of the same message. */
class ExpectationFinder {
  readonly #byKey = new Map<string, Expectation[]>();
  readonly #readers: ReadonlyMap<string, Reader>;
  readonly #appointments: ReadonlyMap<number, Appointment>;

  constructor({ business, expectations, appointments }: History) {
    this.#appointments = new Map(appointments.map((each) => [each.id, each]));
    const readers = [...business.customers, ...business.mechanics, ...business.office];
    this.#readers = new Map(
      readers.flatMap((reader) =>
        [reader.email, reader.number, reader.endpoint].flatMap((to) =>
          to === null ? [] : [[to, reader] as const],
        ),
      ),
    );
    for (const expectation of expectations) {
      const { reader, channel, kind, appointment, time } = expectation;
      const key = toKey(reader.id, channel, kind, appointment?.id ?? 0, time);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), expectation]);
    }
  }

  find({ to, channel, kind, appointment, time, mechanic, phase }: Attempt): Expectation | null {
    const reader = this.#readers.get(to);
    if (!reader) return null;
    const namesMechanic = mechanic !== '' && ['confirmed', 'reassigned'].includes(kind);
    const find = (at: string, isMatch: (each: Expectation) => boolean): Expectation | null =>
      (this.#byKey.get(toKey(reader.id, channel, kind, appointment, at)) ?? []).findLast(
        (each) => each.phase <= phase && isMatch(each),
      ) ?? null;
    const found = find(time, (each) => !namesMechanic || each.mechanic?.firstName === mechanic);
    if (found) return found;
    // A change between the check of a message and the reading of its values: its text tells the new time or mechanic.
    const changed = this.#appointments.get(appointment);
    const states = changed ? listStatesIn(changed, phase) : [];
    if (states.length < 2) return null;
    for (const state of states) {
      const earlier = find(getTime(state), (each) => isTrueOf(each, state));
      if (earlier) return earlier;
    }
    return null;
  }
}

function toKey(
  reader: string,
  channel: string,
  kind: CausedKind,
  id: number,
  time: string,
): string {
  const tellsTime = kind === 'tomorrows_jobs' || getRules(kind).tellsTime;
  return `${reader} ${channel} ${kind} ${id} ${tellsTime ? time : ''}`;
}

/** An attempt must be true of its appointment at some moment of its phase, and must not come before it is due. */
function findUntruth(history: History, { attempt, expectation }: MatchedAttempt): string[] {
  const { appointment, dueAt, expiresAt } = expectation;
  const clock = history.phases[attempt.phase]?.clock ?? 0;
  const problems: string[] = [];
  if (clock < dueAt || clock >= expiresAt)
    problems.push(`sent too early or too late: ${describe(history, attempt)}`);
  if (
    getRules(attempt.kind).channels.includes('sms') &&
    attempt.channel === 'sms' &&
    isAtNight(attempt, clock)
  ) {
    problems.push(`texted at night: ${describe(history, attempt)}`);
  }
  const states = appointment ? listStatesIn(appointment, attempt.phase) : [];
  const isTrue = states.some((state) => isTrueOf(expectation, state));
  const isTextTrue = states.some(
    (state) =>
      getTime(state) === attempt.time &&
      (attempt.mechanic === '' || state.mechanic?.firstName === attempt.mechanic),
  );
  if (appointment && !(isTrue && isTextTrue))
    problems.push(`over when it was sent: ${describe(history, attempt)}`);
  return problems;
}

function isAtNight({ kind }: Pick<Attempt, 'kind'>, clock: number): boolean {
  const { minutes } = toLocal(clock);
  return remindersAndLists.has(kind) && (minutes < 8 * 60 || minutes >= 21 * 60);
}

/** Every message must be attempted in the first phase in which it is due, if it is true until the end of that phase. */
function findMissing(
  { history, interruptedTexts, attempts }: Evidence,
  matched: readonly MatchedAttempt[],
): { readonly missing: string[]; readonly over: number; readonly interrupted: number } {
  const byExpectation = groupBy(matched, ({ expectation }) => expectation);
  const told = groupBy(
    attempts,
    ({ channel, to, appointment }) => `${channel} ${to} ${appointment}`,
  );
  const missing: string[] = [];
  let over = 0;
  let interruptedLeft = interruptedTexts.size;
  for (const expectation of history.expectations) {
    if (byExpectation.has(expectation)) continue;
    const { kind, channel, appointment, expiresAt, phase } = expectation;
    const due = findDuePhase(history, phase, getDueTime(expectation));
    const dueClock = due === null ? Infinity : (history.phases[due]?.clock ?? 0);
    if (due === null || dueClock >= expiresAt || !isTrueThrough(history, expectation, due)) {
      over += 1;
      continue;
    }
    const to = getAddress(expectation);
    const earlier = (told.get(`${channel} ${to} ${appointment?.id ?? 0}`) ?? []).filter(
      (attempt) =>
        attempt.phase <= due &&
        attempt.outcome !== 'retry' &&
        attempt.outcome !== 'refused' &&
        !remindersAndLists.has(attempt.kind),
    );
    const last = earlier.at(-1);
    const wasTold =
      kind !== 'office_attention' &&
      last?.kind === kind &&
      (last.time === expectation.time || !getRules(kind).tellsTime) &&
      (last.mechanic === '' ||
        last.mechanic === (expectation.mechanic?.firstName ?? last.mechanic));
    if (wasTold) continue;
    const wasInterrupted =
      channel === 'sms' &&
      interruptedLeft > 0 &&
      history.phases.slice(phase, due + 1).some(({ isKilled }) => isKilled);
    if (wasInterrupted) interruptedLeft -= 1;
    else missing.push(`missing: ${describeExpectation(history, expectation)}`);
  }
  return { missing, over, interrupted: interruptedTexts.size - interruptedLeft };
}

/** An attempt that failed must be followed by another in time, and not before the provider wants it. */
function findMissedRetries(history: History, matched: readonly MatchedAttempt[]): string[] {
  const problems: string[] = [];
  for (const list of groupBy(matched, toRepeatKey).values()) {
    for (const [index, { attempt, expectation }] of list.entries()) {
      const next = list[index + 1]?.attempt;
      const clock = history.phases[attempt.phase]?.clock ?? 0;
      const isRepeated =
        attempt.outcome === 'retry' || (attempt.outcome === 'lost' && attempt.channel !== 'sms');
      if (!isRepeated) continue;
      const waitMs = attempt.waitSeconds * second;
      const nextClock = next ? (history.phases[next.phase]?.clock ?? 0) : null;
      const isKilled = history.phases[attempt.phase]?.isKilled === true;
      if (
        nextClock !== null &&
        next?.identity === attempt.identity &&
        nextClock < clock + Math.max(30 * second, waitMs)
      ) {
        problems.push(`repeated too early: ${describe(history, attempt)}`);
      }
      // A claim that ended without an attempt, as at night, also counts for the delay.
      const kills = history.phases
        .slice(expectation.phase, attempt.phase + 1)
        .filter((phase) => phase.isKilled).length;
      const delay =
        Math.max(
          30 * second * 2 ** (index + kills + (remindersAndLists.has(attempt.kind) ? 1 : 0)),
          waitMs,
        ) * 1.2;
      const dueAt = clock + (isKilled ? Math.max(delay, claimMs + second) : delay);
      const due = findDuePhase(history, attempt.phase, dueAt);
      const dueClock = due === null ? Infinity : (history.phases[due]?.clock ?? 0);
      if (due === null || dueAt >= expectation.expiresAt || dueClock >= expectation.expiresAt)
        continue;
      if (attempt.channel === 'sms' && isAtNight(attempt, dueAt)) continue;
      if (!isTrueThrough(history, expectation, due)) continue;
      if (!next || next.phase > due) problems.push(`not repeated: ${describe(history, attempt)}`);
    }
  }
  return problems;
}

/** Returns what an attempt has in common with its repeats. */
function toRepeatKey({ attempt, expectation }: MatchedAttempt): string {
  const { channel, identity, to, kind, appointment } = attempt;
  if (channel !== 'push') return `${channel} ${identity}`;
  return toKey(to, channel, kind, appointment, expectation.time);
}

/** Returns the first phase, from `from` on, that began at this time or later and in which everything due was sent. */
function findDuePhase({ phases }: History, from: number, dueAt: number): number | null {
  let earliest = dueAt;
  for (let index = from; index < phases.length; index += 1) {
    const phase = phases[index];
    if (!phase) continue;
    if (phase.isKilled) earliest = Math.max(earliest, phase.clock + claimMs);
    else if (phase.clock >= earliest) return index;
  }
  return null;
}

/** When a message may be sent: texts that remind wait for the morning. */
function getDueTime({ kind, channel, dueAt }: Expectation): number {
  if (channel !== 'sms' || !isAtNight({ kind }, dueAt)) return dueAt;
  const { date, minutes } = toLocal(dueAt);
  const opens = toInstant(`${date} 08:00`);
  return minutes < 8 * 60 ? opens : opens + 24 * 3600 * second;
}

/** Returns whether a message stayed true at the end of each phase, from its cause until the end of `last`. */
function isTrueThrough(history: History, expectation: Expectation, last: number): boolean {
  const { appointment, phase } = expectation;
  if (!appointment) return hasJobs(history, expectation, last);
  for (let index = phase; index <= last; index += 1) {
    const state = getStateAfter(appointment, index);
    if (!state || !isTrueOf(expectation, state)) return false;
  }
  return true;
}

/** Returns whether a list of jobs has any at the end of a phase. */
function hasJobs({ appointments }: History, { reader, time }: Expectation, phase: number): boolean {
  return appointments.some((appointment) => {
    const state = getStateAfter(appointment, phase);
    const isJob = state?.status === 'confirmed' || state?.status === 'in_progress';
    return isJob && state.mechanic === reader && state.date === time;
  });
}

function getAddress({ channel, reader }: Expectation): string | null {
  return { email: reader.email, sms: reader.number, push: reader.endpoint }[channel];
}

function describeExpectation({ phases }: History, expectation: Expectation): string {
  const { kind, channel, reader, appointment, time, phase } = expectation;
  const clock = new Date(phases[phase]?.clock ?? 0).toISOString();
  const states = appointment?.versions
    .map(
      (version) =>
        `${version.phase}: ${version.state.status} ${getTime(version.state)} ${version.state.mechanic?.firstName ?? '-'}`,
    )
    .join(', ');
  return `${kind} by ${channel} to ${reader.id} about ${appointment?.id ?? 0} at ${time}, caused at ${clock} in phase ${phase} [${states}]`;
}
