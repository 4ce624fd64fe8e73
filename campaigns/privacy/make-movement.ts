import { openSession } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { Movement } from './movements.ts';
import type { HistoryState, Job, ViewerName } from './site.ts';

const minute = 60_000;
let reportCount = 0;

/**
 * Makes one step as the person who may make it, a minute after the last one. The state follows from what the
 * server accepted; a refused step changes nothing. Returns whether it was accepted.
 */
export async function makeMovement(
  app: TestApp,
  state: HistoryState,
  movement: Movement,
): Promise<boolean> {
  const now = app.clock.now().getTime() + minute;
  app.clock.set(new Date(now));
  switch (movement.kind) {
    case 'report':
      return report(app, state, movement, now);
    case 'stopSharing': {
      const accepted = await patchStatus(app, state, movement.mechanic, { location: null });
      if (accepted) state.last[toIndex(movement.mechanic)] = null;
      return accepted;
    }
    case 'switch': {
      const status = movement.isOn ? 'available' : 'offline';
      return patchStatus(app, state, movement.mechanic, { status });
    }
    case 'signOut':
      return signOut(app, state, movement.person);
    default:
      return changeJob(app, state, movement, now);
  }
}

/** Reports a position whose latitude no other has. */
async function report(
  app: TestApp,
  state: HistoryState,
  { mechanic, isCoarse }: Extract<Movement, { kind: 'report' }>,
  now: number,
): Promise<boolean> {
  reportCount += 1;
  // The last digit is not 0, so that a response has the same text.
  const marker = `37.7${String(reportCount).padStart(6, '0')}3`;
  state.markers.push(marker);
  const location = { lat: Number(marker), lng: -122.4, ...(isCoarse && { accuracy: 500 }) };
  const person = state.people[`mechanic ${toIndex(mechanic)}`];
  const response = await send(app, person, 'PATCH', '/api/mechanics/status', { location });
  // Only whether it was stored is taken from the response; who may see it is not.
  const isStored = response.statusCode === 200 && response.body.includes(marker);
  if (!isStored) return false;
  state.last[toIndex(mechanic)] = { marker, at: now };
  const watched = state.jobs.filter(
    (job) => job.status === 'in_progress' && job.mechanic === mechanic,
  );
  state.moved.push({
    mechanicId: state.mechanicIds[toIndex(mechanic)],
    to: [
      `mechanic ${toIndex(mechanic)}`,
      'advisor',
      'admin',
      ...watched.map(({ customer }) => customer),
    ],
  });
  return true;
}

async function changeJob(
  app: TestApp,
  state: HistoryState,
  movement: Extract<Movement, { job: number }>,
  now: number,
): Promise<boolean> {
  const job = state.jobs[toIndex(movement.job)];
  const mechanic: ViewerName = `mechanic ${toIndex(job.mechanic)}`;
  const change = async (by: ViewerName, body: object, next: Partial<Job>): Promise<boolean> => {
    const url = `/api/appointments/${job.id}`;
    const { statusCode } = await send(app, state.people[by], 'PATCH', url, body);
    if (statusCode === 200) Object.assign(job, next);
    return statusCode === 200;
  };
  switch (movement.kind) {
    case 'assign':
      return change(
        'advisor',
        { status: 'confirmed', mechanicId: state.mechanicIds[toIndex(movement.mechanic)] },
        { status: 'confirmed', mechanic: movement.mechanic, departedAt: null },
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

/** Signs a person out, who signs in again; what the former session still gets is compared, too. */
async function signOut(app: TestApp, state: HistoryState, number: number): Promise<boolean> {
  const names = ['customer 0', 'mechanic 0', 'mechanic 1', 'advisor'] as const;
  const name = names[number] ?? 'advisor';
  const person = state.people[name];
  if (!person) return false;
  const { statusCode } = await send(app, person, 'POST', '/api/logout');
  state.formerSessions.push({ headers: person.headers });
  state.people[name] = { ...person, headers: await openSession(app, person.id) };
  return statusCode < 400;
}

async function patchStatus(
  app: TestApp,
  state: HistoryState,
  mechanic: number,
  body: object,
): Promise<boolean> {
  const person = state.people[`mechanic ${toIndex(mechanic)}`];
  return (await send(app, person, 'PATCH', '/api/mechanics/status', body)).statusCode === 200;
}

/** Returns 0 or 1. */
function toIndex(number: number): 0 | 1 {
  return number === 0 ? 0 : 1;
}
