import type { StrandedAppointment } from '@curbwrench/contract/working-time/schemas';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { formatTime } from '../time/wall-clock.ts';
import type { Action } from './actions.ts';
import type { Environment } from './environment.ts';
import { fingerprint } from './invariants.ts';
import type { Request } from './requests.ts';
import type { Send, ShownAvailability } from './shown-availability.ts';
import { incrementCount, type Tally } from './tally.ts';
import { readScheduleFits, type ScheduleFit } from './working-time-invariants.ts';

/** A response that agrees with the availability shown before and with what changed in the database. */
export interface CheckedResponse {
  /** 'accepted', 'preview' if it only lists the appointments that the change would strand, or the refusal code. */
  readonly code: string;
  readonly body: string;
  /** The appointments that a change to working time strands; undefined for other changes. */
  readonly stranded?: readonly StrandedAppointment[] | undefined;
}

/** Sends the requests of one person in a scenario. */
export class Sender {
  readonly app: TestApp;
  readonly #environment: Environment;
  /** The index of the application in `environment.apps`. */
  readonly #appIndex: number;
  readonly #actor: string;
  readonly #tally: Tally;

  constructor(environment: Environment, appIndex: number, actor: string, tally: Tally) {
    this.app = environment.app(appIndex);
    this.#environment = environment;
    this.#appIndex = appIndex;
    this.#actor = actor;
    this.#tally = tally;
  }

  /** Sends a request without checks. */
  readonly send: Send = (request) =>
    this.app.server.inject({
      ...request,
      headers: {
        cookie: this.#environment.cookieFor(this.#appIndex, this.#actor),
        accept: 'application/problem+json, application/json',
      },
    });

  /** Sends a request, and throws if its response contradicts the availability shown before or what changed. */
  async sendChecked(
    action: Action,
    request: Omit<Request, 'actor'>,
    shownAvailability: ShownAvailability | null,
  ): Promise<CheckedResponse> {
    // Sends due notifications now; otherwise a background job could send them during the request.
    await this.app.sendDueNotifications();
    const before = await fingerprint(this.app);
    const { statusCode, body } = await this.send(request);
    const summary = `${statusCode} ${body.slice(0, 300)}`;
    if (statusCode >= 500) throw new Error(`the server failed: ${summary}`);
    const response = toResponse(statusCode, body);
    const { code } = response;
    const isAccepted = code === 'accepted';
    this.#tally.requests += 1;
    const [counts, kind] = isAccepted
      ? [this.#tally.accepted, action]
      : [this.#tally.refused, `${action} ${code}`];
    incrementCount(counts, kind);
    if (shownAvailability !== null) this.#compareWithAvailability(shownAvailability, code, summary);

    const after = await fingerprint(this.app);
    const events = await readEventsAfter(this.app, before.lastEventId);
    if (!isAccepted && (after.rows !== before.rows || events.length > 0)) {
      throw new Error(`refused, but something changed: ${summary} ${events.join()}`);
    }
    // Saving preferences sends no event, since only the person who saves them sees them.
    if (after.rows !== before.rows && events.length === 0 && action !== 'savePreferences') {
      throw new Error(`changed something without an event: ${summary}`);
    }
    if (new Set(events).size < events.length) {
      throw new Error(`sent the same event twice: ${events.join()}`);
    }
    if (isAccepted) await this.#signInAgain(request);
    return response;
  }

  /** Reads how the appointments that are upcoming at a local time fit their mechanics' schedules. */
  readScheduleFits({
    date,
    minutes,
  }: {
    date: string;
    minutes: number;
  }): Promise<readonly ScheduleFit[]> {
    return readScheduleFits(this.app, `${date} ${formatTime(minutes)}`);
  }

  #compareWithAvailability(shown: ShownAvailability, code: string, summary: string): void {
    this.#tally[shown.tallyKey] += 1;
    if (code === 'accepted' && !shown.isFree) {
      throw new Error(`accepted, but not shown as available: ${summary}`);
    }
    if (shown.isFree && shown.contradictingCodes.includes(code)) {
      throw new Error(`shown as available, but refused: ${summary}`);
    }
  }

  /** Signs a person back in if the request ended their sessions by changing their role or (de)activating them. */
  async #signInAgain({ url, payload }: Omit<Request, 'actor'>): Promise<void> {
    const { userId } = (payload ?? {}) as { userId?: string };
    const id = userId ?? /users\/([^/]+)\/activation$/.exec(url)?.[1];
    if (id !== undefined) await this.#environment.signIn(this.#appIndex, id);
  }
}

function toResponse(statusCode: number, body: string): CheckedResponse {
  if (statusCode >= 300) return { code: (JSON.parse(body) as { code: string }).code, body };
  const { saved, stranded } = (body === '' ? {} : (JSON.parse(body) ?? {})) as {
    saved?: boolean;
    stranded?: readonly StrandedAppointment[];
  };
  return { code: saved === false ? 'preview' : 'accepted', body, stranded };
}

/**
 * Returns the events after the one with the id `last`, as text. The text includes the kind of notification, because
 * covering a job may both move and reassign it, which correctly sends two events.
 */
async function readEventsAfter({ store }: TestApp, last: number): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select concat_ws(' ', kind, subject_id, notice ->> 'kind') as event from outbox where id > ${last} order by id
  `.execute(store.kysely);
  return rows.map(({ event }) => event);
}
