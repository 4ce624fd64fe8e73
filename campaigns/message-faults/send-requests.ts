import type { PlannedRequest, ShownAppointment } from './planned-requests.ts';
import { unknownVersion } from './planned-requests.ts';
import { getState, getDateTime, type Scenario } from './model.ts';
import type { MessageServer } from './server.ts';

const concurrency = 8;

/** How many requests were accepted, were refused or got no response, by name. */
export type RequestCounts = Map<string, { accepted: number; refused: number; unanswered: number }>;

/** A request whose response never came, since the server was killed. */
export interface UnansweredRequest {
  readonly request: PlannedRequest;
  readonly phase: number;
}

/** Sends requests, several at a time, and records their consequences. */
export class RequestSender {
  readonly counts: RequestCounts = new Map();
  /** Called after each response. */
  onResponse: (() => void) | null = null;
  readonly problems: string[] = [];
  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** Sends requests, and returns those that got no response. The rest are dropped as soon as one gets none. */
  async sendAll(
    server: MessageServer,
    requests: readonly PlannedRequest[],
  ): Promise<UnansweredRequest[]> {
    const unanswered: UnansweredRequest[] = [];
    const { phase } = this.#scenario;
    let next = 0;
    const client = async (): Promise<void> => {
      while (unanswered.length === 0) {
        const request = requests[next];
        next += 1;
        if (!request) return;
        const isAnswered = await this.#send(server, request);
        if (!isAnswered) unanswered.push({ request, phase });
        else this.onResponse?.();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, client));
    return unanswered;
  }

  /**
   * Determines the outcome of requests without a response: repeats those with a key, which get the response of the
   * first attempt, and compares the appointments of the others with their previous states.
   */
  async resolve(server: MessageServer, unanswered: readonly UnansweredRequest[]): Promise<void> {
    for (const { request, phase } of unanswered) {
      this.#scenario.sentInPhase = phase;
      if (request.key === null) await this.#applyIfChanged(server, request);
      else await this.#send(server, request);
      this.#scenario.sentInPhase = null;
    }
  }

  async #send(server: MessageServer, request: PlannedRequest): Promise<boolean> {
    const { actor, method, path, body, key, name } = request;
    let status: number;
    let text: string;
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        body: JSON.stringify(body),
        headers: {
          cookie: actor.cookie,
          'content-type': 'application/json',
          ...(key !== null && { 'idempotency-key': key }),
        },
      });
      status = response.status;
      text = await response.text();
    } catch {
      this.#count(name, 'unanswered');
      return false;
    }
    if (status >= 500 || status === 401 || status === 403 || status === 429) {
      this.problems.push(`the response to ${name} was ${status}: ${text.slice(0, 200)}`);
    }
    if (status >= 400) {
      this.#count(name, 'refused');
      return true;
    }
    this.#count(name, 'accepted');
    const shown = (text === '' ? null : JSON.parse(text)) as
      | ShownAppointment
      | { readonly appointment: ShownAppointment; readonly version: number | null }
      | null;
    if (shown && 'appointment' in shown) request.onAccepted(shown.appointment, shown.version);
    else request.onAccepted(shown as ShownAppointment, null);
    return true;
  }

  async #applyIfChanged(
    server: MessageServer,
    { appointment, onAccepted }: PlannedRequest,
  ): Promise<void> {
    if (!appointment) return;
    const [, admin] = this.#scenario.business.office;
    const path = `/api/appointments/${appointment.id}`;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { cookie: admin.cookie },
    });
    const shown = (await response.json()) as ShownAppointment;
    const { status, mechanic, ...state } = getState(appointment);
    const hasChanged =
      shown.status !== status ||
      shown.mechanicId !== (mechanic?.id ?? null) ||
      `${shown.date} ${shown.startTime}` !== getDateTime({ status, mechanic, ...state });
    if (hasChanged) onAccepted(shown, unknownVersion);
  }

  #count(name: string, what: 'accepted' | 'refused' | 'unanswered'): void {
    const counts = this.counts.get(name) ?? { accepted: 0, refused: 0, unanswered: 0 };
    counts[what] += 1;
    this.counts.set(name, counts);
  }
}
