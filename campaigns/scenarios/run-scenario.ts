import type { CoverageInput } from '@curbwrench/contract/appointments/coverage-schemas';
import { addDays, formatTime, toInstant, localTimeAt } from '../time/wall-clock.ts';
import type { Action } from './actions.ts';
import { checkAcceptedTime, checkOfficeRefusal } from './booking-invariants.ts';
import { readBusiness, type Business } from './business.ts';
import { checkCoverage, readLastEntryId } from './coverage-invariants.ts';
import { checkEventNumbers, checkInvariants } from './invariants.ts';
import type { Scenario, Step } from './scenario.ts';
import { toRequest, type Request } from './requests.ts';
import { firstDay, type Environment } from './environment.ts';
import { Sender, type CheckedResponse } from './sender.ts';
import { readShownAvailability, toCoverageRequest } from './shown-availability.ts';
import { findAdmin } from './step-context.ts';
import { checkTimeOff, readTimeOff, timeOffActions } from './time-off-invariants.ts';
import { incrementCount, type Tally } from './tally.ts';
import {
  checkAttention,
  checkHolds,
  checkStranded,
  readScheduleFits,
  type ScheduleFit,
} from './working-time-invariants.ts';

/**
 * Runs a scenario on the real application, and throws if an invariant is violated. Calls `onStep` before
 * each step, so that the step at which a run hangs is known.
 */
export async function runScenario(
  environment: Environment,
  { startState, steps }: Scenario,
  tally: Tally,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  tally.scenarios += 1;
  onStep('the setup');
  await environment.reset(startState);
  const { appIndex } = startState;
  const app = environment.app(appIndex);
  const zone = app.business.timeZone;
  const start = addDays(firstDay, startState.startDay);
  app.clock.set(new Date(toInstant(start, startState.startMinutes, zone)));
  const log: string[] = [];
  let latest = app.clock.now().getTime();
  let fits: readonly ScheduleFit[] = [];
  for (const step of steps) {
    try {
      const business = await readBusiness(app);
      const newTime = nextClockTime(step, business, app.clock.now().getTime(), zone);
      if (newTime !== null) {
        app.clock.set(new Date(newTime));
        log.push(`clock to ${new Date(newTime).toISOString()}`);
      }
      if (step.action === 'renewPlans') {
        await app.renewSubscriptions();
        log.push('renewals');
        incrementCount(tally.accepted, 'renewPlans');
      }
      const current = app.clock.now().getTime();
      latest = Math.max(latest, current);
      const now = localTimeAt(current, zone);
      const request = toRequest({ business, step, firstDay: start, today: now.date });
      if (request) {
        log.push(`${step.action} ${JSON.stringify(request)}`);
        onStep(`${log.length}. ${log.at(-1)}`);
        const sender = new Sender(environment, appIndex, request.actor, tally);
        const context = { business, step, now, fits, sender };
        await sendAndCheck(context, request, (acceptedIds) =>
          log.push(`accepting ${acceptedIds.join()}`),
        );
      }
      await checkInvariants(app);
      // If the clock was moved back, appointments before the latest time it ever showed are not checked.
      const { date, minutes } = localTimeAt(latest, zone);
      const after = await readScheduleFits(app, `${date} ${formatTime(minutes)}`);
      checkHolds(fits, after, business.settings.jobsMustEndWithinWorkingHours);
      if (current === latest && actionsThatAffectAttention.includes(step.action)) {
        checkAttention(after, await listAttention(environment, appIndex, business));
      }
      fits = after;
    } catch (error) {
      if (error instanceof Error) error.message += `\nafter:\n${log.join('\n')}`;
      throw error;
    }
  }
  onStep('the last step');
  await checkEventNumbers(app);
}

/** The actions after which the list of appointments that need attention is checked. */
const actionsThatAffectAttention: readonly Action[] = [
  'assign',
  'reschedule',
  'saveHours',
  'saveDay',
  'saveSkills',
  'addTimeOff',
  'removeTimeOff',
  'addHoliday',
  'removeHoliday',
  'reportSick',
  'endSickDay',
  'coverJobs',
];

async function listAttention(
  environment: Environment,
  appIndex: number,
  business: Business,
): Promise<readonly { id: number; attention: string | null }[]> {
  const { statusCode, body } = await environment.app(appIndex).server.inject({
    method: 'GET',
    url: '/api/appointments?attention=needed',
    headers: { cookie: environment.cookieFor(appIndex, findAdmin(business)) },
  });
  if (statusCode !== 200)
    throw new Error(`the list of appointments that need attention was refused: ${body}`);
  return JSON.parse(body) as { id: number; attention: string | null }[];
}

/** The state before a step, for the checks of its request. */
interface BeforeStep {
  readonly business: Business;
  readonly step: Step;
  readonly now: { readonly date: string; readonly minutes: number };
  readonly fits: readonly ScheduleFit[];
  readonly sender: Sender;
}

/**
 * Sends a step's request and checks what it changed. If the response lists appointments that the change would strand,
 * sends the request again and accepts them: usually all of them, sometimes all but one.
 */
async function sendAndCheck(
  before: BeforeStep,
  { actor, ...request }: Request,
  onAccepting: (acceptedIds: readonly number[]) => void,
): Promise<void> {
  const { business, step, sender } = before;
  const { action } = step;
  const isOfficeRequest = business.people.some(
    ({ id, role }) => id === actor && (role === 'service_advisor' || role === 'admin'),
  );
  if (action === 'coverJobs') {
    await sendCoverageRequest(before, request);
    return;
  }
  // Requesting the mechanic or time that the appointment already has is allowed, whatever is shown.
  const shownAvailability = requestsNoChange(before, request)
    ? null
    : await readShownAvailability(action, request, sender.send, isOfficeRequest);
  const timeOff = timeOffActions.includes(action) ? await readTimeOff(sender.app) : null;
  const response = await sender.sendChecked(action, request, shownAvailability);
  await checkTime(before, request, response, isOfficeRequest);
  const code = response.stranded
    ? await acceptStranded(before, request, response, isOfficeRequest, onAccepting)
    : response.code;
  if (timeOff && code === 'accepted') {
    await checkTimeOff(sender.app, action, request, timeOff, before.now);
  }
}

/**
 * If the response only listed the appointments that a change would strand, sends the request again and accepts them.
 * Throws if the saved change strands any others. Returns the code of the last response.
 */
async function acceptStranded(
  { step, now, fits, sender }: BeforeStep,
  request: Omit<Request, 'actor'>,
  response: CheckedResponse,
  isOfficeRequest: boolean,
  onAccepting: (acceptedIds: readonly number[]) => void,
): Promise<string> {
  const { action } = step;
  const stranded = response.stranded ?? [];
  const isExact = step.choice % 5 > 0 || response.code === 'accepted';
  const acceptedIds = stranded.map(({ id }) => id).slice(isExact ? 0 : 1);
  let last = response;
  if (response.code === 'preview') {
    onAccepting(acceptedIds);
    last = await sender.sendChecked(
      action,
      { ...request, payload: { ...request.payload, accepted: acceptedIds } },
      {
        tallyKey: 'confirmedPreviews',
        isFree: isExact,
        contradictingCodes: ['preview', 'wrong_status'],
      },
    );
  }
  if (last.code !== 'accepted') return last.code;
  const after = await sender.readScheduleFits(now);
  checkStranded(last.stranded ?? [], fits, after, isOfficeRequest);
  return last.code;
}

/** Sends a request to cover a sick mechanic's jobs, and checks what it changed. */
async function sendCoverageRequest(
  { business, step, now, sender }: BeforeStep,
  request: Omit<Request, 'actor'>,
): Promise<void> {
  const coverage = await toCoverageRequest(request, step, sender.send);
  if (!coverage) return;
  const lastEntryId = await readLastEntryId(sender.app);
  const { code } = await sender.sendChecked(
    step.action,
    coverage.request,
    coverage.shownAvailability,
  );
  if (code !== 'accepted') return;
  const { jobs } = coverage.request.payload as CoverageInput;
  await checkCoverage(
    sender.app,
    jobs,
    { business, lastEntryId },
    await sender.readScheduleFits(now),
  );
}

/** Returns whether the request names the mechanic or the time that the appointment already has. */
function requestsNoChange(
  { business, step }: BeforeStep,
  { url, payload }: Pick<Request, 'url' | 'payload'>,
) {
  const found = business.appointments.find(({ id }) => url === `/api/appointments/${id}`);
  if (!found || !payload) return false;
  const keys =
    step.action === 'assign' ? (['mechanicId'] as const) : (['date', 'startTime'] as const);
  return keys.every((key) => Reflect.get(payload, key) === found[key]);
}

/** Checks the time of an accepted booking or reschedule, and of a refused booking by the office. */
async function checkTime(
  before: BeforeStep,
  request: Omit<Request, 'actor'>,
  { code, body }: CheckedResponse,
  isOfficeRequest: boolean,
): Promise<void> {
  const { business, step, now, sender } = before;
  if (step.action !== 'book' && step.action !== 'reschedule') return;
  if (requestsNoChange(before, request)) return;
  const requested = request.payload as {
    date: string;
    startTime: string;
    serviceId: number;
    additionalServiceIds?: readonly number[];
    confirmOutsideHours?: boolean;
  };
  const { date, startTime, serviceId, additionalServiceIds = [] } = requested;
  const confirmsOutsideHours = requested.confirmOutsideHours === true;
  const time = {
    date,
    startTime,
    isOfficeRequest,
    confirmsOutsideHours,
    now,
    settings: business.settings,
  };
  if (code === 'accepted') {
    const id =
      step.action === 'book'
        ? (JSON.parse(body) as { id: number }).id
        : Number(request.url.split('/').at(-1));
    await checkAcceptedTime(sender.app, id, time);
  } else if (step.action === 'book' && isOfficeRequest && timeRefusalCodes.includes(code)) {
    await checkOfficeRefusal(sender.app, [serviceId, ...additionalServiceIds], time);
  }
}

const timeRefusalCodes: readonly string[] = ['slot_closed', 'outside_hours'];

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
  if (step.action === 'start' || step.action === 'reportSick') {
    // Mostly moves to the day of a job: a job can be started, or affected by a sick mechanic, only on its own day.
    if (step.choice % 4 === 0 || !next || confirmed.some(({ date }) => date === today)) return null;
    return getMorning(next.date);
  }
  if (step.action === 'renewPlans') {
    const open = business.subscriptions.filter(({ hasEnded }) => !hasEnded);
    const [dueDate] = open.map(({ intervalEnd }) => intervalEnd).toSorted();
    if (dueDate === undefined || dueDate <= today) return null;
    // Sometimes moves far past the due date.
    return getMorning(addDays(dueDate, step.choice % 4 === 0 ? 40 : 0));
  }
  return null;
}
