import { daysAfter, instantShowing, shownAt } from '../time/wall-clock.ts';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { readBusiness, type Business } from './business.ts';
import { checkEventNumbers, checkInvariants, fingerprint } from './invariants.ts';
import type { History, Step } from './history.ts';
import { requestOf, type Request } from './requests.ts';
import { firstDay, type Stage } from './stage.ts';

/** What a run of histories has checked, so that a campaign which checks nothing is noticed. */
export interface Tally {
  histories: number;
  requests: number;
  /** Accepted and refused requests, by kind of step. */
  readonly accepted: Record<string, number>;
  readonly refused: Record<string, number>;
  /** How often a slot or candidate that was shown before was compared with the response. */
  slots: number;
  candidates: number;
}

export function newTally(): Tally {
  return { histories: 0, requests: 0, accepted: {}, refused: {}, slots: 0, candidates: 0 };
}

/**
 * Plays a history on the real application, and throws if an invariant is violated. Reports each step
 * before it is done, so that a run which gets stuck shows where.
 */
export async function play(
  stage: Stage,
  { world, steps }: History,
  tally: Tally,
  say: (doing: string) => void = () => {},
): Promise<void> {
  tally.histories += 1;
  say('the set-up');
  await stage.reset(world);
  const app = stage.app(world.setting);
  const zone = app.business.timeZone;
  const start = daysAfter(firstDay, world.startDay);
  app.clock.set(new Date(instantShowing(start, world.startMinutes, zone)));
  const said: string[] = [];
  for (const step of steps) {
    try {
      const business = await readBusiness(app);
      const moment = momentOf(step, business, app.clock.now().getTime(), zone);
      if (moment !== null) {
        app.clock.set(new Date(moment));
        said.push(`clock to ${new Date(moment).toISOString()}`);
      }
      if (step.does === 'renew') {
        await app.renewSubscriptions();
        said.push('renewals');
        count(tally.accepted, 'renew');
      }
      const today = shownAt(app.clock.now().getTime(), zone).date;
      const request = requestOf({ business, step, firstDay: start, today });
      if (request) {
        said.push(`${step.does} ${JSON.stringify(request)}`);
        say(`${said.length}. ${said.at(-1)}`);
        await perform(stage, world.setting, step.does, request, tally);
      }
      await checkInvariants(app);
    } catch (error) {
      if (error instanceof Error) error.message += `\nafter:\n${said.join('\n')}`;
      throw error;
    }
  }
  say('the last step');
  await checkEventNumbers(app);
}

/** Sends one request, and checks its response against what was shown before and what it changed. */
async function perform(
  stage: Stage,
  setting: number,
  does: Step['does'],
  { actor, ...request }: Request,
  tally: Tally,
): Promise<void> {
  const app = stage.app(setting);
  const send = (what: Omit<Request, 'actor'>) =>
    app.app.inject({
      ...what,
      headers: {
        cookie: stage.cookieOf(setting, actor),
        accept: 'application/problem+json, application/json',
      },
    });
  const shown = await shownBefore(does, request, send);
  const before = await fingerprint(app);
  const { statusCode, body } = await send(request);
  const answer = `${statusCode} ${body.slice(0, 300)}`;
  if (statusCode >= 500) throw new Error(`the server failed: ${answer}`);
  const isAccepted = statusCode < 300;
  const code = isAccepted ? 'accepted' : (JSON.parse(body) as { code: string }).code;
  tally.requests += 1;
  count(isAccepted ? tally.accepted : tally.refused, isAccepted ? does : `${does} ${code}`);

  if (shown !== null) {
    tally[shown.counts] += 1;
    if (isAccepted && !shown.isFree)
      throw new Error(`accepted, but not shown as available: ${answer}`);
    if (shown.isFree && shown.busyCodes.includes(code)) {
      throw new Error(`shown as available, but refused: ${answer}`);
    }
  }
  const after = await fingerprint(app);
  const events = await eventsAfter(app, before.lastEvent);
  if (!isAccepted && (after.rows !== before.rows || events.length > 0)) {
    throw new Error(`refused, but something changed: ${answer} ${events.join()}`);
  }
  if (after.rows !== before.rows && events.length === 0 && !withoutEvent.includes(does)) {
    throw new Error(`changed something without an event: ${answer}`);
  }
  if (new Set(events).size < events.length) {
    throw new Error(`sent the same event twice: ${events.join()}`);
  }
  // Changed roles end sessions.
  const { userId } = (request.payload ?? {}) as { userId?: string };
  if (isAccepted && userId !== undefined) await stage.signIn(userId);
  const standing = /users\/([^/]+)\/activation$/.exec(request.url)?.[1];
  if (isAccepted && standing !== undefined) await stage.signIn(standing);
}

/** Changes visible only to the person, on the device where they made them. */
const withoutEvent: readonly Step['does'][] = ['preferences'];

interface Shown {
  readonly counts: 'slots' | 'candidates';
  readonly isFree: boolean;
  /** Refusals that contradict what was shown. */
  readonly busyCodes: readonly string[];
}

/** Returns whether the request is shown as available to the caller; null if nothing shows it. */
async function shownBefore(
  does: Step['does'],
  { url, payload }: Omit<Request, 'actor'>,
  send: (what: Omit<Request, 'actor'>) => Promise<{ statusCode: number; body: string }>,
): Promise<Shown | null> {
  const read = async <T>(path: string): Promise<readonly T[] | null> => {
    const { statusCode, body } = await send({ method: 'GET', url: path });
    return statusCode === 200 ? (JSON.parse(body) as T[]) : null;
  };
  const asked = payload as {
    date: string;
    startTime: string;
    serviceId: number;
    mechanicId: string;
  };
  if (does === 'book') {
    const slots = await read<{ startTime: string; available: boolean }>(
      `/api/slots?date=${asked.date}&serviceId=${asked.serviceId}`,
    );
    if (!slots) return null;
    const slot = slots.find(({ startTime }) => startTime === asked.startTime);
    return {
      counts: 'slots',
      isFree: slot?.available ?? false,
      busyCodes: ['slot_taken', 'slot_closed'],
    };
  }
  if (does !== 'assign') return null;
  const candidates = await read<{ mechanic: { id: string }; free: boolean }>(`${url}/candidates`);
  if (!candidates) return null;
  const candidate = candidates.find(({ mechanic }) => mechanic.id === asked.mechanicId);
  return { counts: 'candidates', isFree: candidate?.free ?? false, busyCodes: ['mechanic_busy'] };
}

async function eventsAfter({ store }: TestApp, last: number): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select kind || ' ' || subject_id as event from outbox where id > ${last} order by id
  `.execute(store.kysely);
  return rows.map(({ event }) => event);
}

const hour = 3_600_000;

/** Returns the step's new time: the morning of its appointment, hours or days later, or back. */
function momentOf(step: Step, business: Business, now: number, zone: string): number | null {
  const today = shownAt(now, zone).date;
  const confirmed = business.appointments.filter(({ status }) => status === 'confirmed');
  const [next] = confirmed;
  const morningOf = (date: string) => instantShowing(date, 7 * 60, zone);
  if (step.does === 'clock') {
    if (next && step.which % 4 > 0) return morningOf(next.date);
    const moves = [hour, 24 * hour, -hour, 4 * hour, 23.5 * hour, 72 * hour, 0.5 * hour];
    return now + (moves[step.other % moves.length] ?? hour);
  }
  if (step.does === 'start') {
    // Mostly in time, since a job starts on its own day.
    if (step.other % 4 === 0 || !next || confirmed.some(({ date }) => date === today)) return null;
    return morningOf(next.date);
  }
  if (step.does === 'renew') {
    const open = business.subscriptions.filter(({ ended }) => !ended);
    const [first] = open.map(({ ends }) => ends).toSorted();
    if (first === undefined || first <= today) return null;
    // Sometimes long after it was due.
    return morningOf(daysAfter(first, step.other % 4 === 0 ? 40 : 0));
  }
  return null;
}

function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
