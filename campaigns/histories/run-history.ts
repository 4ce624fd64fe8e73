import { daysAfter, toInstant, localTimeAt } from '../time/wall-clock.ts';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { readBusiness, type Business } from './business.ts';
import { checkEventNumbers, checkInvariants, fingerprint } from './invariants.ts';
import type { History, Step } from './history.ts';
import { toRequest, type Request } from './requests.ts';
import { firstDay, type Environment } from './environment.ts';

/** Counts of what was checked, to detect a campaign that checks nothing. */
export interface Tally {
  histories: number;
  requests: number;
  /** Accepted and refused requests, by kind of step. */
  readonly accepted: Record<string, number>;
  readonly refused: Record<string, number>;
  /** How many bookings were compared with the time slot shown before. */
  slots: number;
  /** How many assignments were compared with the candidate shown before. */
  candidates: number;
}

export function emptyTally(): Tally {
  return { histories: 0, requests: 0, accepted: {}, refused: {}, slots: 0, candidates: 0 };
}

/**
 * Runs a history on the real application, and throws if an invariant is violated. Calls `onStep` before
 * each step, so that a run which hangs shows where.
 */
export async function runHistory(
  environment: Environment,
  { startState, steps }: History,
  tally: Tally,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  tally.histories += 1;
  onStep('the set-up');
  await environment.reset(startState);
  const app = environment.app(startState.setting);
  const zone = app.business.timeZone;
  const start = daysAfter(firstDay, startState.startDay);
  app.clock.set(new Date(toInstant(start, startState.startMinutes, zone)));
  const log: string[] = [];
  for (const step of steps) {
    try {
      const business = await readBusiness(app);
      const moment = nextClockTime(step, business, app.clock.now().getTime(), zone);
      if (moment !== null) {
        app.clock.set(new Date(moment));
        log.push(`clock to ${new Date(moment).toISOString()}`);
      }
      if (step.action === 'renewPlans') {
        await app.renewSubscriptions();
        log.push('renewals');
        count(tally.accepted, 'renewPlans');
      }
      const today = localTimeAt(app.clock.now().getTime(), zone).date;
      const request = toRequest({ business, step, firstDay: start, today });
      if (request) {
        log.push(`${step.action} ${JSON.stringify(request)}`);
        onStep(`${log.length}. ${log.at(-1)}`);
        await sendAndCheck(environment, startState.setting, step.action, request, tally);
      }
      await checkInvariants(app);
    } catch (error) {
      if (error instanceof Error) error.message += `\nafter:\n${log.join('\n')}`;
      throw error;
    }
  }
  onStep('the last step');
  await checkEventNumbers(app);
}

/** Sends one request, and compares its response with what was shown before and with what changed. */
async function sendAndCheck(
  environment: Environment,
  setting: number,
  action: Step['action'],
  { actor, ...request }: Request,
  tally: Tally,
): Promise<void> {
  const app = environment.app(setting);
  const send = (what: Omit<Request, 'actor'>) =>
    app.server.inject({
      ...what,
      headers: {
        cookie: environment.cookieFor(setting, actor),
        accept: 'application/problem+json, application/json',
      },
    });
  const shown = await readShownAvailability(action, request, send);
  const before = await fingerprint(app);
  const { statusCode, body } = await send(request);
  const summary = `${statusCode} ${body.slice(0, 300)}`;
  if (statusCode >= 500) throw new Error(`the server failed: ${summary}`);
  const isAccepted = statusCode < 300;
  const code = isAccepted ? 'accepted' : (JSON.parse(body) as { code: string }).code;
  tally.requests += 1;
  count(isAccepted ? tally.accepted : tally.refused, isAccepted ? action : `${action} ${code}`);

  if (shown !== null) {
    tally[shown.tallyKey] += 1;
    if (isAccepted && !shown.isFree)
      throw new Error(`accepted, but not shown as available: ${summary}`);
    if (shown.isFree && shown.contradictingCodes.includes(code)) {
      throw new Error(`shown as available, but refused: ${summary}`);
    }
  }
  const after = await fingerprint(app);
  const events = await readEventsAfter(app, before.lastEvent);
  if (!isAccepted && (after.rows !== before.rows || events.length > 0)) {
    throw new Error(`refused, but something changed: ${summary} ${events.join()}`);
  }
  if (after.rows !== before.rows && events.length === 0 && !actionsWithoutEvents.includes(action)) {
    throw new Error(`changed something without an event: ${summary}`);
  }
  if (new Set(events).size < events.length) {
    throw new Error(`sent the same event twice: ${events.join()}`);
  }
  // A changed role or activation ends sessions.
  const { userId } = (request.payload ?? {}) as { userId?: string };
  if (isAccepted && userId !== undefined) await environment.signIn(userId);
  const activatedId = /users\/([^/]+)\/activation$/.exec(request.url)?.[1];
  if (isAccepted && activatedId !== undefined) await environment.signIn(activatedId);
}

/** Changes without a live event, since only the person who made them sees them. */
const actionsWithoutEvents: readonly Step['action'][] = ['savePreferences'];

/** What the application showed about a requested time slot or mechanic. */
interface ShownAvailability {
  readonly tallyKey: 'slots' | 'candidates';
  readonly isFree: boolean;
  /** The codes of refusals that contradict a shown availability. */
  readonly contradictingCodes: readonly string[];
}

/** Returns whether the requested slot or mechanic is shown to the caller as available; null if neither is shown. */
async function readShownAvailability(
  action: Step['action'],
  { url, payload }: Omit<Request, 'actor'>,
  send: (what: Omit<Request, 'actor'>) => Promise<{ statusCode: number; body: string }>,
): Promise<ShownAvailability | null> {
  const read = async <T>(path: string): Promise<readonly T[] | null> => {
    const { statusCode, body } = await send({ method: 'GET', url: path });
    return statusCode === 200 ? (JSON.parse(body) as T[]) : null;
  };
  const requested = payload as {
    date: string;
    startTime: string;
    serviceId: number;
    additionalServiceIds?: readonly number[];
    mechanicId: string;
  };
  if (action === 'book') {
    const ids = requested.additionalServiceIds ?? [];
    const additional = ids.length > 0 ? `&additionalServiceIds=${ids.join(',')}` : '';
    const slots = await read<{ startTime: string; available: boolean }>(
      `/api/slots?date=${requested.date}&serviceId=${requested.serviceId}${additional}`,
    );
    if (!slots) return null;
    const slot = slots.find(({ startTime }) => startTime === requested.startTime);
    return {
      tallyKey: 'slots',
      isFree: slot?.available ?? false,
      contradictingCodes: ['slot_taken', 'slot_closed'],
    };
  }
  if (action !== 'assign') return null;
  const candidates = await read<{ mechanic: { id: string }; free: boolean }>(`${url}/candidates`);
  if (!candidates) return null;
  const candidate = candidates.find(({ mechanic }) => mechanic.id === requested.mechanicId);
  return {
    tallyKey: 'candidates',
    isFree: candidate?.free ?? false,
    contradictingCodes: ['mechanic_busy'],
  };
}

async function readEventsAfter({ store }: TestApp, last: number): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select kind || ' ' || subject_id as event from outbox where id > ${last} order by id
  `.execute(store.kysely);
  return rows.map(({ event }) => event);
}

const hour = 3_600_000;

/** Returns the time to which a step moves the clock, in ms since 1970; null if it does not move it. */
function nextClockTime(step: Step, business: Business, now: number, zone: string): number | null {
  const today = localTimeAt(now, zone).date;
  const confirmed = business.appointments.filter(({ status }) => status === 'confirmed');
  const [next] = confirmed;
  const getMorning = (date: string) => toInstant(date, 7 * 60, zone);
  if (step.action === 'moveClock') {
    if (next && step.target % 4 > 0) return getMorning(next.date);
    const moves = [hour, 24 * hour, -hour, 4 * hour, 23.5 * hour, 72 * hour, 0.5 * hour];
    return now + (moves[step.choice % moves.length] ?? hour);
  }
  if (step.action === 'start') {
    // Mostly moves to the day of a job, since it can be started only then.
    if (step.choice % 4 === 0 || !next || confirmed.some(({ date }) => date === today)) return null;
    return getMorning(next.date);
  }
  if (step.action === 'renewPlans') {
    const open = business.subscriptions.filter(({ ended }) => !ended);
    const [first] = open.map(({ ends }) => ends).toSorted();
    if (first === undefined || first <= today) return null;
    // Sometimes moves far past the due date.
    return getMorning(daysAfter(first, step.choice % 4 === 0 ? 40 : 0));
  }
  return null;
}

function count(tallyKey: Record<string, number>, kind: string): void {
  tallyKey[kind] = (tallyKey[kind] ?? 0) + 1;
}
