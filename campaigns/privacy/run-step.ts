import { openSession } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { ScenarioState, Job, ViewerName } from './scenario-state.ts';
import type { Step } from './steps.ts';

const minute = 60_000;
let reportCount = 0;

/**
 * Runs one step as a person who is allowed to make its request, a minute after the previous step. If the server accepts
 * the step, updates the expected state and returns true.
 */
export async function runStep(app: TestApp, state: ScenarioState, step: Step): Promise<boolean> {
  const now = app.clock.now().getTime() + minute;
  app.clock.set(new Date(now));
  switch (step.kind) {
    case 'reportPosition':
      return reportPosition(app, state, step, now);
    case 'stopSharing': {
      const isAccepted = await patchStatus(app, state, step.mechanic, { location: null });
      if (isAccepted) state.lastPositions[toPairIndex(step.mechanic)] = null;
      return isAccepted;
    }
    case 'setAvailability': {
      const status = step.isAvailable ? 'available' : 'offline';
      return patchStatus(app, state, step.mechanic, { status });
    }
    case 'signOut':
      return signOut(app, state, step.person);
    default:
      return changeJob(app, state, step, now);
  }
}

/** Reports a position with a unique latitude, the marker that is then looked for in responses. */
async function reportPosition(
  app: TestApp,
  state: ScenarioState,
  { mechanic, isCoarse }: Extract<Step, { kind: 'reportPosition' }>,
  now: number,
): Promise<boolean> {
  reportCount += 1;
  // Ends with a digit other than 0, since JSON would leave out a final 0.
  const marker = `37.7${String(reportCount).padStart(6, '0')}3`;
  state.markers.push(marker);
  const location = { lat: Number(marker), lng: -122.4, ...(isCoarse && { accuracy: 500 }) };
  const person = state.people[`mechanic ${toPairIndex(mechanic)}`];
  const response = await send(app, person, 'PATCH', '/api/mechanics/status', { location });
  // The response shows only whether the position was stored, not who may see it.
  const isStored = response.statusCode === 200 && response.body.includes(marker);
  if (!isStored) return false;
  state.lastPositions[toPairIndex(mechanic)] = { marker, at: now };
  const jobsInProgress = state.jobs.filter(
    (job) => job.status === 'in_progress' && job.mechanic === mechanic,
  );
  state.positionEvents.push({
    mechanicId: state.mechanicIds[toPairIndex(mechanic)],
    recipients: [
      `mechanic ${toPairIndex(mechanic)}`,
      'advisor',
      'admin',
      ...jobsInProgress.map(({ customer }) => customer),
    ],
  });
  return true;
}

async function changeJob(
  app: TestApp,
  state: ScenarioState,
  step: Extract<Step, { job: number }>,
  now: number,
): Promise<boolean> {
  const job = state.jobs[toPairIndex(step.job)];
  const mechanic: ViewerName = `mechanic ${toPairIndex(job.mechanic)}`;
  const change = async (actor: ViewerName, body: object, next: Partial<Job>): Promise<boolean> => {
    const url = `/api/appointments/${job.id}`;
    const { statusCode } = await send(app, state.people[actor], 'PATCH', url, body);
    if (statusCode === 200) Object.assign(job, next);
    return statusCode === 200;
  };
  switch (step.kind) {
    case 'assign':
      return change(
        'advisor',
        { status: 'confirmed', mechanicId: state.mechanicIds[toPairIndex(step.mechanic)] },
        { status: 'confirmed', mechanic: step.mechanic, departedAt: null },
      );
    case 'unassign':
      return change(
        'advisor',
        { status: 'unassigned' },
        { status: 'unassigned', departedAt: null },
      );
    case 'depart':
      return change(
        mechanic,
        { status: 'in_progress' },
        { status: 'in_progress', departedAt: now },
      );
    case 'arrive':
      return change(mechanic, { arrived: true }, {});
    case 'complete':
      return change(mechanic, { status: 'completed' }, { status: 'completed' });
    case 'cancel':
      return change('advisor', { status: 'cancelled' }, { status: 'cancelled' });
  }
}

/** Signs a person out and back in. Later checks include the signed-out session. */
async function signOut(app: TestApp, state: ScenarioState, index: number): Promise<boolean> {
  const names = ['customer 0', 'mechanic 0', 'mechanic 1', 'advisor'] as const;
  const name = names[index] ?? 'advisor';
  const person = state.people[name];
  if (!person) return false;
  const { statusCode } = await send(app, person, 'POST', '/api/logout');
  state.signedOutSessions.push({ headers: person.headers });
  state.people[name] = { ...person, headers: await openSession(app, person.id) };
  return statusCode < 400;
}

async function patchStatus(
  app: TestApp,
  state: ScenarioState,
  mechanic: number,
  body: object,
): Promise<boolean> {
  const person = state.people[`mechanic ${toPairIndex(mechanic)}`];
  return (await send(app, person, 'PATCH', '/api/mechanics/status', body)).statusCode === 200;
}

/** Narrows the type of the index of one of two mechanics or jobs, so that it can index a pair. */
function toPairIndex(index: number): 0 | 1 {
  return index === 0 ? 0 : 1;
}
