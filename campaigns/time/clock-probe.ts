import type { TestApp } from '@curbwrench/testing/start-app';
import { probedMinutes, type Site } from './site.ts';
import { formatTime, addDays, toInstant, localTimeAt, getWeekday } from './wall-clock.ts';

const hour = 3_600_000;

/** Sends requests to the business in one time zone, and compares the responses with Node's time zone data. */
export class ClockProbe {
  readonly #site: Site;
  readonly #zone: string;
  readonly #app: TestApp;
  readonly #problems: string[] = [];
  #requestCount = 0;
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

  get requestCount(): number {
    return this.#requestCount;
  }

  /** Sets the business's clock, in milliseconds since 1970. */
  setTime(now: number): this {
    this.#now = now;
    this.#app.clock.set(new Date(now));
    return this;
  }

  /**
   * Checks that a day has ten slots, and that exactly the expected slots are available: those on weekdays up to 30 days
   * ahead (the default booking window) and not within the minimum notice.
   */
  async checkSlots(daysAhead: number): Promise<void> {
    const today = localTimeAt(this.#now, this.#zone);
    const date = addDays(today.date, daysAhead);
    const url = `/api/slots?date=${date}&serviceId=${this.#site.serviceId}`;
    const { body } = await this.#send('GET', url, 'customer');
    const slots = JSON.parse(body) as { startTime: string; endTime: string; available: boolean }[];
    const isOpen = daysAhead >= 0 && daysAhead <= 30 && ![0, 6].includes(getWeekday(date));
    const actual = slots.map((slot) => `${slot.startTime} ${slot.endTime} ${slot.available}`);
    const expected = Array.from({ length: 10 }, (_, index) => {
      const from = (8 + index) * 60;
      const minutesAhead = daysAhead * 1440 + from - today.minutes;
      const hasEnoughNotice = minutesAhead >= this.#app.business.noticeHours * 60;
      return `${formatTime(from)} ${formatTime(from + 60)} ${isOpen && hasEnoughNotice}`;
    });
    if (actual.join() !== expected.join()) this.#report(`${date} has the slots ${actual.join()}`);
  }

  /** Checks that a job may be started only on its own date, in the business's time zone. */
  async checkStart(daysAhead: number): Promise<void> {
    const date = addDays(localTimeAt(this.#now, this.#zone).date, daysAhead);
    const id = this.#site.jobs.get(date);
    if (id === undefined) throw new Error(`There is no job on ${date}.`);
    const { code } = await this.#change(id, { status: 'in_progress' }, 'mechanic');
    // On its own day the only obstacle is another job in progress, which keeps the probe from changing anything.
    const expected = daysAhead === 0 ? 'mechanic_busy' : daysAhead > 0 ? 'too_early' : 'too_late';
    if (code !== expected) this.#report(`starting the job on ${date} returns ${code}`);
  }

  /**
   * Checks a customer's deadline for changes, which counts elapsed hours, not hours on the clock. `index` selects the
   * time of day from `probedMinutes`, and wraps around.
   */
  async checkDeadline(date: string, index: number): Promise<void> {
    const minutes = probedMinutes[index % probedMinutes.length] ?? 0;
    const appointment = this.#site.appointments.get(`${date} ${formatTime(minutes)}`);
    if (!appointment) throw new Error(`There is no appointment on ${date} at ${minutes}.`);
    // Moving to a past date is always refused, but with a different code after the deadline.
    const change = { date: '2020-01-06', startTime: '09:00' };
    const { code } = await this.#change(appointment.id, change, 'customer');
    const remaining = toInstant(date, minutes, this.#zone) - this.#now;
    const expected = remaining < appointment.deadlineHours * hour ? 'too_late' : 'slot_closed';
    if (code === expected) return;
    const what = `due ${appointment.deadlineHours} h before ${date} ${formatTime(minutes)}`;
    this.#report(`a change ${what}, with ${remaining / hour} h left, returns ${code}`);
  }

  /** Checks that today's revenue covers exactly the local day, which has one $1 payment every hour on the hour. */
  async checkStats(): Promise<void> {
    const { body } = await this.#send('GET', '/api/admin/stats', 'admin');
    const { todayRevenue } = JSON.parse(body) as { todayRevenue: string | number };
    const { date } = localTimeAt(this.#now, this.#zone);
    const [start, end] = [date, addDays(date, 1)].map((day) => this.#firstInstantOf(day));
    const hours = Math.ceil((end ?? 0) / hour) - Math.ceil((start ?? 0) / hour);
    if (Number(todayRevenue) !== hours) {
      this.#report(`${date} has $${todayRevenue} in revenue instead of $${hours}`);
    }
  }

  #firstInstantOf(date: string): number {
    return toInstant(date, 0, this.#zone);
  }

  async #change(id: number, payload: object, who: 'customer' | 'mechanic') {
    const { body } = await this.#send('PATCH', `/api/appointments/${id}`, who, payload);
    return { code: (JSON.parse(body) as { code?: string }).code ?? 'accepted' };
  }

  async #send(
    method: 'GET' | 'PATCH',
    url: string,
    who: 'customer' | 'mechanic' | 'admin',
    payload?: object,
  ) {
    this.#requestCount += 1;
    const cookie = this.#site.cookies.get(this.#zone)?.[who] ?? '';
    const response = await this.#app.server.inject({
      method,
      url,
      headers: { cookie, accept: 'application/problem+json' },
      ...(payload && { payload }),
    });
    if (response.statusCode >= 500) this.#report(`${url} returned ${response.statusCode}`);
    return response;
  }

  #report(what: string): void {
    const { date, minutes } = localTimeAt(this.#now, this.#zone);
    const utcTime = new Date(this.#now).toISOString();
    this.#problems.push(`${this.#zone}, ${date} ${formatTime(minutes)} (${utcTime}): ${what}`);
  }
}
