import type { StoreConfig } from '@curbwrench/server/database/connection/store';
import type { PlannedRequest } from './planned-requests.ts';
import { RequestChooser, isWeekend } from './choose-requests.ts';
import { addDays, toInstant, type Scenario } from './model.ts';
import type { Attempt, Providers } from './providers.ts';
import type { Random } from './random.ts';
import { RequestSender, type RequestCounts, type UnansweredRequest } from './send-requests.ts';
import { startMessageServer, type MessageServer } from './server.ts';

/** The size of a scenario. */
export interface ScenarioSize {
  /** How many bookings are attempted. */
  readonly appointments: number;
  readonly days: number;
  /** The hours of a working day at which requests are sent and appointments start, `HH:mm`. */
  readonly hours: readonly string[];
  /** How often the server is killed. */
  readonly kills: number;
}

/** What a scenario needs to run. */
export interface ScenarioDependencies {
  readonly main: string;
  readonly database: StoreConfig;
  readonly scenario: Scenario;
  readonly providers: Providers;
  readonly random: Random;
  /** Called with the running server, and with null while there is none. */
  readonly onServer: (server: MessageServer | null) => void;
}

const firstDay = '2026-03-03';
const second = 1000;

/** How the server is killed: when a message arrives, or after some responses; see `Providers.intercept`. */
const killModes = [
  'responses',
  'kill email',
  'hold',
  'kill after sms',
  'responses',
  'kill push',
  'kill after email',
  'kill sms',
  'kill after push',
] as const;

/** The results of a scenario to judge, besides what the providers received. */
export interface ScenarioResult {
  readonly counts: RequestCounts;
  readonly problems: readonly string[];
  readonly server: MessageServer;
  readonly kills: number;
  /** The ids of the text messages about which a delivery report was sent. */
  readonly reported: ReadonlySet<string>;
}

/** Runs days of random requests against a server that is killed from time to time. */
export async function runScenario(
  size: ScenarioSize,
  dependencies: ScenarioDependencies,
): Promise<ScenarioResult> {
  const run = new ScenarioRun(dependencies, size);
  await run.start(toInstant(`${firstDay} 07:00`));
  const dates = Array.from({ length: size.days }, (_, index) => addDays(firstDay, index));
  const hours = dates.flatMap((date) => listHours(size, date).map((time) => ({ date, time })));
  const bookingHours = hours.filter(({ time, date }) => !isWeekend(date) && isOpen(time));
  const killEvery = bookingHours.length / (size.kills + 1);
  const bookingsPerHour = Math.ceil(size.appointments / bookingHours.length);
  let killCount = 0;
  for (const { date, time } of hours) {
    const index = bookingHours.findIndex((each) => each.date === date && each.time === time);
    const isKilled =
      index >= 0 && killCount < size.kills && index + 1 >= killEvery * (killCount + 1);
    const mode = isKilled ? killModes[killCount % killModes.length] : undefined;
    if (isKilled) killCount += 1;
    await run.runHour(toInstant(`${date} ${time}`), index < 0 ? 0 : bookingsPerHour, mode ?? null);
  }
  // Gives the remaining messages time to be sent.
  const end = toInstant(`${dates.at(-1)} 23:00`);
  for (const minutes of [0, 2, 10, 30, 90]) await run.runPhase(end + minutes * 60 * second, []);
  return { ...run.result(), kills: killCount };
}

/** The hours of a day at which something happens. */
function listHours({ hours }: ScenarioSize, date: string): readonly string[] {
  return isWeekend(date) ? ['08:00', '12:00', '17:00'] : ['06:00', ...hours, '20:00'];
}

function isOpen(time: string): boolean {
  return time >= '08:00' && time <= '17:00';
}

class ScenarioRun {
  readonly #dependencies: ScenarioDependencies;
  readonly #sender: RequestSender;
  readonly #chooser: RequestChooser;
  readonly #problems: string[] = [];
  /** The ids of the text messages about which a delivery report was sent. */
  readonly reported = new Set<string>();
  /** How many attempts have been considered for a report. */
  #reportedCount = 0;
  #server: MessageServer | null = null;

  constructor(dependencies: ScenarioDependencies, { hours }: ScenarioSize) {
    this.#dependencies = dependencies;
    this.#sender = new RequestSender(dependencies.scenario);
    this.#chooser = new RequestChooser(dependencies.scenario, dependencies.random, hours);
  }

  async start(clock: number): Promise<void> {
    const { main, database, providers, scenario, onServer } = this.#dependencies;
    this.#server = await startMessageServer(main, {
      database,
      authSecret: scenario.business.authSecret,
      smtpUrl: providers.smtp.url,
      twilio: providers.sms.settings,
      pushOrigin: providers.push.origin,
      now: new Date(clock).toISOString(),
    });
    onServer(this.#server);
  }

  /**
   * Sends an hour's requests, changes some of the appointments again, and advances the clock until messages and first
   * retries have been sent.
   */
  async runHour(
    clock: number,
    bookings: number,
    killMode: (typeof killModes)[number] | null,
  ): Promise<void> {
    const after = (seconds: number) => clock + seconds * second;
    const chooser = this.#chooser;
    const firstPhase = this.#dependencies.scenario.phases.length;
    const requests = () =>
      bookings > 0 ? chooser.chooseForHour(bookings, Math.ceil(bookings * 1.2)) : [];
    if (killMode === null) await this.runPhase(clock, requests);
    else await this.#runPhaseWithKill(clock, requests, killMode);
    await this.runPhase(after(5), () => chooser.chooseUndos());
    const isBusy = bookings > 0;
    await this.runPhase(after(15), () => (isBusy ? chooser.chooseFollowUpChanges(firstPhase) : []));
    await this.runPhase(after(65), []);
    await this.runPhase(after(180), () => chooser.chooseArrivals());
    await this.runPhase(after(360), () => chooser.chooseCompletions());
    await this.runPhase(after(900), []);
    await this.#reportTexts();
  }

  /** Advances the clock, sends requests and waits until everything due is sent. */
  async runPhase(
    clock: number,
    requests: readonly PlannedRequest[] | (() => PlannedRequest[]),
  ): Promise<void> {
    const server = this.#getServer();
    this.#dependencies.scenario.beginPhase(clock);
    await server.advance(new Date(clock).toISOString());
    const list = typeof requests === 'function' ? requests() : requests;
    const unanswered = await this.#sender.sendAll(server, list);
    if (unanswered.length > 0) throw new Error(`${unanswered[0]?.request.name} got no response.`);
    await server.settle();
  }

  /** Like `runPhase`, but kills the server, and starts it again a second later. */
  async #runPhaseWithKill(
    clock: number,
    requests: () => PlannedRequest[],
    mode: (typeof killModes)[number],
  ): Promise<void> {
    const { scenario, providers, random, onServer } = this.#dependencies;
    const server = this.#getServer();
    scenario.beginPhase(clock);
    const phase = scenario.phases.at(-1);
    if (phase) phase.isKilled = true;
    await server.advance(new Date(clock).toISOString());
    const list = requests();
    let left = 1 + random.below(mode === 'responses' ? Math.max(1, list.length - 8) : 6);
    if (mode === 'responses') {
      this.#sender.onResponse = () => {
        left -= 1;
        if (left === 0) server.kill();
      };
    } else {
      providers.intercept = (channel) => {
        if (mode === 'hold') return 'hold';
        if (!mode.endsWith(channel)) return null;
        left -= 1;
        if (left !== 0) return null;
        return mode.startsWith('kill after') ? 'kill after' : 'kill';
      };
    }
    const unanswered: UnansweredRequest[] = await this.#sender.sendAll(server, list);
    // Kills the server now if nothing has yet, or if the provider only withheld its response.
    if (mode !== 'hold') await Promise.race([server.settle().catch(() => {}), server.ended]);
    server.kill();
    await server.ended;
    providers.recordKill();
    providers.intercept = null;
    this.#sender.onResponse = null;
    onServer(null);
    scenario.beginPhase(clock + second);
    await this.start(clock + second);
    const restarted = this.#getServer();
    await this.#sender.resolve(restarted, unanswered);
    // The restarted server knew the outcome of these requests from its start.
    scenario.recordDue();
    await restarted.settle();
  }

  /** Sends reports about half of the text messages whose outcome the server does not know. */
  async #reportTexts(): Promise<void> {
    const { providers, random } = this.#dependencies;
    for (const attempt of providers.attempts.slice(this.#reportedCount)) {
      if (attempt.channel !== 'sms' || attempt.outcome !== 'lost') continue;
      const text = findText(providers, attempt);
      if (!text || random.chance(0.5)) continue;
      const { url, payload, headers } = providers.sms.createReport(text, 'delivered');
      const { pathname, search } = new URL(url);
      const target = `http://127.0.0.1:${this.#getServer().port}${pathname}${search}`;
      const { status } = await fetch(target, { method: 'POST', body: payload, headers });
      if (status >= 300) this.#problems.push(`the response to a delivery report was ${status}`);
      this.reported.add(attempt.deduplicationKey);
    }
    this.#reportedCount = providers.attempts.length;
  }

  result(): Omit<ScenarioResult, 'kills'> {
    return {
      counts: this.#sender.counts,
      problems: [...this.#problems, ...this.#sender.problems],
      server: this.#getServer(),
      reported: this.reported,
    };
  }

  #getServer(): MessageServer {
    if (!this.#server) throw new Error('The server is not running.');
    return this.#server;
  }
}

/** Returns the text message of an attempt if the provider accepted it. */
export function findText(
  { sms }: Providers,
  { deduplicationKey }: Attempt,
): Providers['sms']['received'][number] | null {
  return (
    sms.received.find(
      ({ sid, parameters }) =>
        sid !== null &&
        parameters.get('StatusCallback')?.endsWith(`message=${deduplicationKey}`) === true,
    ) ?? null
  );
}
