import type { TestApp } from '@curbwrench/testing/start-app';
import { probedMinutes, type Site } from './site.ts';
import { clockText, daysAfter, instantShowing, shownAt, weekday } from './wall-clock.ts';

const hour = 3_600_000;

/** Asks one business about one moment, and compares with the platform's calendar. */
export class Look {
  readonly #site: Site;
  readonly #zone: string;
  readonly #app: TestApp;
  readonly #problems: string[] = [];
  #asked = 0;
  #now = 0;

  constructor(site: Site, zone: string) {
    const app = site.apps.get(zone);
    if (!app) throw new Error(`There is no business in ${zone}.`);
    this.#site = site;
    this.#zone = zone;
    this.#app = app;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  get asked(): number {
    return this.#asked;
  }

  at(now: number): this {
    this.#now = now;
    this.#app.clock.set(new Date(now));
    return this;
  }

  /** The ten slots of a day counted from today: none doubled, none missing, closed when they must be. */
  async slots(daysAhead: number): Promise<void> {
    const today = shownAt(this.#now, this.#zone);
    const date = daysAfter(today.date, daysAhead);
    const url = `/api/slots?date=${date}&serviceId=${this.#site.serviceId}`;
    const { body } = await this.#ask('GET', url, 'customer');
    const slots = JSON.parse(body) as { startTime: string; endTime: string; available: boolean }[];
    const isOpen = daysAhead >= 0 && daysAhead <= 30 && ![0, 6].includes(weekday(date));
    const shown = slots.map((slot) => `${slot.startTime} ${slot.endTime} ${slot.available}`);
    const right = Array.from({ length: 10 }, (_, index) => {
      const from = (8 + index) * 60;
      const ahead = daysAhead * 1440 + from - today.minutes >= this.#app.business.noticeHours * 60;
      return `${clockText(from)} ${clockText(from + 60)} ${isOpen && ahead}`;
    });
    if (shown.join() !== right.join()) this.#say(`${date} shows ${shown.join()}`);
  }

  /** A job may be started only on its business day. */
  async start(daysAhead: number): Promise<void> {
    const date = daysAfter(shownAt(this.#now, this.#zone).date, daysAhead);
    const id = this.#site.jobs.get(date);
    if (id === undefined) throw new Error(`There is no job on ${date}.`);
    const { code } = await this.#change(id, { status: 'in_progress' }, 'mechanic');
    // On its day only the job in progress prevents the start.
    const right = daysAhead === 0 ? 'mechanic_busy' : daysAhead > 0 ? 'too_early' : 'too_late';
    if (code !== right) this.#say(`starting the job of ${date} is answered with ${code}`);
  }

  /** The deadline counts elapsed hours, not hours on the clock. */
  async cutOff(date: string, turn: number): Promise<void> {
    const minutes = probedMinutes[turn % probedMinutes.length] ?? 0;
    const appointment = this.#site.appointments.get(`${date} ${clockText(minutes)}`);
    if (!appointment) throw new Error(`There is no appointment on ${date} at ${minutes}.`);
    // No appointment can be moved to a year ago, but only a customer before the deadline gets that refusal.
    const move = { date: '2020-01-06', startTime: '09:00' };
    const { code } = await this.#change(appointment.id, move, 'customer');
    const left = instantShowing(date, minutes, this.#zone) - this.#now;
    const right = left < appointment.cutOff * hour ? 'too_late' : 'slot_closed';
    if (code === right) return;
    const what = `${appointment.cutOff} h before ${date} ${clockText(minutes)}`;
    this.#say(`${what}, with ${left / hour} h left, is ${code}`);
  }

  /** Today's revenue and jobs are those of the local day. */
  async stats(): Promise<void> {
    const { body } = await this.#ask('GET', '/api/admin/stats', 'admin');
    const { todayRevenue } = JSON.parse(body) as { todayRevenue: string | number };
    const { date } = shownAt(this.#now, this.#zone);
    const [start, end] = [date, daysAfter(date, 1)].map((day) => this.#firstInstantOf(day));
    const hours = Math.ceil((end ?? 0) / hour) - Math.ceil((start ?? 0) / hour);
    if (Number(todayRevenue) !== hours) {
      this.#say(`${date} took ${todayRevenue}, and has ${hours} full hours`);
    }
  }

  #firstInstantOf(date: string): number {
    return instantShowing(date, 0, this.#zone);
  }

  async #change(id: number, payload: object, who: 'customer' | 'mechanic') {
    const { body } = await this.#ask('PATCH', `/api/appointments/${id}`, who, payload);
    return { code: (JSON.parse(body) as { code?: string }).code ?? 'accepted' };
  }

  async #ask(
    method: 'GET' | 'PATCH',
    url: string,
    who: 'customer' | 'mechanic' | 'admin',
    payload?: object,
  ) {
    this.#asked += 1;
    const cookie = this.#site.cookies.get(this.#zone)?.[who] ?? '';
    const answer = await this.#app.app.inject({
      method,
      url,
      headers: { cookie, accept: 'application/problem+json' },
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 500) this.#say(`${url} answered ${answer.statusCode}`);
    return answer;
  }

  #say(what: string): void {
    const { date, minutes } = shownAt(this.#now, this.#zone);
    const moment = new Date(this.#now).toISOString();
    this.#problems.push(`${this.#zone}, ${date} ${clockText(minutes)} (${moment}): ${what}`);
  }
}
