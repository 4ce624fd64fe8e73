import type { Recipient } from './business.ts';
import { getRules, type TestedKind } from './kinds.ts';
import {
  getDateTime,
  matchesState,
  listStatesIn,
  type Appointment,
  type Expectation,
  type Scenario,
} from './model.ts';
import type { Attempt } from './providers.ts';

/**
 * Finds the expectation that an attempt fulfills: the latest one for the same message. If several were caused in the
 * same phase, each is returned once before any is returned again.
 */
export class ExpectationFinder {
  readonly #byKey = new Map<string, Expectation[]>();
  readonly #found = new Set<Expectation>();
  readonly #recipients: ReadonlyMap<string, Recipient>;
  readonly #appointments: ReadonlyMap<number, Appointment>;

  constructor({ business, expectations, appointments }: Scenario) {
    this.#appointments = new Map(appointments.map((each) => [each.id, each]));
    const recipients = [...business.customers, ...business.mechanics, ...business.office];
    this.#recipients = new Map(
      recipients.flatMap((recipient) =>
        [recipient.email, recipient.number, recipient.endpoint].flatMap((to) =>
          to === null ? [] : [[to, recipient] as const],
        ),
      ),
    );
    for (const expectation of expectations) {
      const { recipient, channel, kind, appointment, time } = expectation;
      const key = toKey(recipient.id, channel, kind, appointment?.id ?? 0, time);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), expectation]);
    }
  }

  /** Returns whether a message had only one cause by the end of a phase, so that every attempt has this cause. */
  hasOneCause(
    { recipient, channel, kind, appointment, time }: Expectation,
    phase: number,
  ): boolean {
    const key = toKey(recipient.id, channel, kind, appointment?.id ?? 0, time);
    return (this.#byKey.get(key) ?? []).filter((each) => each.phase <= phase).length === 1;
  }

  find({ to, channel, kind, appointment, time, mechanic, phase }: Attempt): Expectation | null {
    const recipient = this.#recipients.get(to);
    if (!recipient) return null;
    const namesMechanic = mechanic !== '' && ['confirmed', 'reassigned'].includes(kind);
    const find = (at: string, isMatch: (each: Expectation) => boolean): Expectation | null => {
      const key = toKey(recipient.id, channel, kind, appointment, at);
      const all = this.#byKey.get(key) ?? [];
      const latest = all.findLast((each) => each.phase <= phase && isMatch(each));
      const first = all.find(
        (each) => each.phase === latest?.phase && isMatch(each) && !this.#found.has(each),
      );
      const expectation = first ?? latest ?? null;
      if (expectation) this.#found.add(expectation);
      return expectation;
    };
    const found = find(time, (each) => !namesMechanic || each.mechanic?.firstName === mechanic);
    if (found) return found;
    // The appointment changed after the server had checked the message and before it filled in the template, so the
    // message contains the new time or mechanic.
    const changed = this.#appointments.get(appointment);
    const states = changed ? listStatesIn(changed, phase) : [];
    if (states.length < 2) return null;
    for (const state of states) {
      const match = find(getDateTime(state), (each) => matchesState(each, state));
      if (match) return match;
    }
    return null;
  }
}

/** Returns a key that is the same for messages with the same content. */
export function toKey(
  recipient: string,
  channel: string,
  kind: TestedKind,
  id: number,
  time: string,
): string {
  const includesTime = kind === 'tomorrows_jobs' || getRules(kind).includesTime;
  return `${recipient} ${channel} ${kind} ${id} ${includesTime ? time : ''}`;
}
