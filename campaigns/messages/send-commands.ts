import type { Command, ShownAppointment } from './commands.ts';
import { unknownVersion } from './commands.ts';
import { getState, getTime, type History } from './model.ts';
import type { MessageServer } from './server.ts';

const concurrency = 8;

/** How many commands were accepted, refused, and without a response, by name. */
export type CommandCounts = Map<string, { accepted: number; refused: number; unanswered: number }>;

/** A command whose response never came, since the server was killed. */
export interface UnansweredCommand {
  readonly command: Command;
  readonly phase: number;
}

/** Sends commands, several at a time, and notes what follows from them. */
export class CommandSender {
  readonly counts: CommandCounts = new Map();
  /** Called after each response. */
  onResponse: (() => void) | null = null;
  readonly problems: string[] = [];
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  /** Returns the commands that were sent and not answered. Those that were not sent yet when one failed are dropped. */
  async sendAll(server: MessageServer, commands: readonly Command[]): Promise<UnansweredCommand[]> {
    const unanswered: UnansweredCommand[] = [];
    const { phase } = this.#history;
    let next = 0;
    const client = async (): Promise<void> => {
      while (unanswered.length === 0) {
        const command = commands[next];
        next += 1;
        if (!command) return;
        const isAnswered = await this.#send(server, command);
        if (!isAnswered) unanswered.push({ command, phase });
        else this.onResponse?.();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, client));
    return unanswered;
  }

  /**
   * Finds out what became of commands that were not answered: repeats those with a key, whose response is then that of
   * the first attempt, and compares the other appointments with their former states.
   */
  async resolve(server: MessageServer, unanswered: readonly UnansweredCommand[]): Promise<void> {
    for (const { command, phase } of unanswered) {
      this.#history.sentIn = phase;
      if (command.key === null) await this.#compare(server, command);
      else await this.#send(server, command);
      this.#history.sentIn = null;
    }
  }

  async #send(server: MessageServer, command: Command): Promise<boolean> {
    const { actor, method, path, body, key, name } = command;
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
      this.problems.push(`${name} was answered with ${status}: ${text.slice(0, 200)}`);
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
    if (shown && 'appointment' in shown) command.accept(shown.appointment, shown.version);
    else command.accept(shown as ShownAppointment, null);
    return true;
  }

  async #compare(server: MessageServer, { appointment, accept }: Command): Promise<void> {
    if (!appointment) return;
    const [, admin] = this.#history.business.office;
    const path = `/api/appointments/${appointment.id}`;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { cookie: admin.cookie },
    });
    const shown = (await response.json()) as ShownAppointment;
    const { status, mechanic, ...state } = getState(appointment);
    const hasChanged =
      shown.status !== status ||
      shown.mechanicId !== (mechanic?.id ?? null) ||
      `${shown.date} ${shown.startTime}` !== getTime({ status, mechanic, ...state });
    if (hasChanged) accept(shown, unknownVersion);
  }

  #count(name: string, what: 'accepted' | 'refused' | 'unanswered'): void {
    const counts = this.counts.get(name) ?? { accepted: 0, refused: 0, unanswered: 0 };
    counts[what] += 1;
    this.counts.set(name, counts);
  }
}
