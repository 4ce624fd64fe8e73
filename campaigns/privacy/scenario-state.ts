import {
  makeAppointment,
  makeMechanic,
  makePerson,
  openSession,
  type Person,
} from '@curbwrench/testing/builders';
import { openEventStream, type EventStream } from '@curbwrench/testing/event-stream';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';

/** The date of the jobs. */
export const jobDate = '2026-03-03';

/**
 * Everyone whose view of the positions is checked. A visitor is not signed in; a stranger is a customer without a job,
 * and a colleague is a mechanic without a job.
 */
export const viewerNames = [
  'visitor',
  'stranger',
  'colleague',
  'customer 0',
  'customer 1',
  'mechanic 0',
  'mechanic 1',
  'advisor',
  'admin',
] as const;
export type ViewerName = (typeof viewerNames)[number];

/** The expected state of a job, which follows from the accepted requests. */
export interface Job {
  readonly id: number;
  readonly customer: ViewerName;
  status: 'confirmed' | 'unassigned' | 'in_progress' | 'completed' | 'cancelled';
  mechanic: number;
  departedAt: number | null;
}

/** The people and jobs of one scenario, and the expected state that follows from the accepted requests. */
export interface ScenarioState {
  readonly people: Record<ViewerName, Person | null>;
  /** Sessions that were signed out. */
  readonly signedOutSessions: Pick<Person, 'headers'>[];
  readonly mechanicIds: readonly [string, string];
  readonly jobs: readonly [Job, Job];
  /** Each mechanic's last position: the latitude that identifies it, and when it was reported. */
  readonly lastPositions: [LastPosition | null, LastPosition | null];
  /** The latitude of every position that was ever sent, stored or not. */
  readonly markers: string[];
  /** The expected event of each stored position, in order, and the people who must get it. */
  readonly positionEvents: {
    readonly mechanicId: string;
    readonly recipients: readonly ViewerName[];
  }[];
  readonly streams: ReadonlyMap<ViewerName, EventStream>;
}

export interface LastPosition {
  readonly marker: string;
  readonly at: number;
}

/** Creates two mechanics, each with a confirmed job for a different customer, and the other viewers. */
export async function startScenario(app: TestApp): Promise<ScenarioState> {
  app.clock.set(testMorning);
  const mechanics = [await makeMechanic(app), await makeMechanic(app)] as const;
  const customers = [await makePerson(app, 'customer'), await makePerson(app, 'customer')] as const;
  const people = {
    visitor: null,
    stranger: await makePerson(app, 'customer'),
    colleague: await makeMechanic(app),
    'customer 0': customers[0],
    'customer 1': customers[1],
    'mechanic 0': mechanics[0],
    'mechanic 1': mechanics[1],
    advisor: await makePerson(app, 'service_advisor'),
    admin: await makePerson(app, 'admin'),
  };
  const makeJob = async (index: 0 | 1): Promise<Job> => ({
    id: await makeAppointment(app, {
      date: jobDate,
      start_time: index === 0 ? '11:00' : '14:00',
      end_time: index === 0 ? '12:00' : '15:00',
      status: 'confirmed',
      customer_id: customers[index].id,
      mechanic_id: mechanics[index].id,
      latitude: 38.5,
      longitude: -121.5,
    }),
    customer: `customer ${index}`,
    status: 'confirmed',
    mechanic: index,
    departedAt: null,
  });
  const jobs = [await makeJob(0), await makeJob(1)] as const;
  const streams = new Map<ViewerName, EventStream>();
  for (const [name, person] of Object.entries(people)) {
    if (!person) continue;
    // Each stream has its own session, because signing out ends a session's streams.
    const headers = await openSession(app, person.id);
    streams.set(name as ViewerName, await openEventStream(app.url, { headers }));
  }
  return {
    people,
    signedOutSessions: [],
    mechanicIds: [mechanics[0].id, mechanics[1].id],
    jobs,
    lastPositions: [null, null],
    markers: [],
    positionEvents: [],
    streams,
  };
}
