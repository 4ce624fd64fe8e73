import { endpoints } from '@curbwrench/contract/api/endpoints';
import { send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import { jobDate, viewerNames, type ScenarioState, type ViewerName } from './scenario-state.ts';

/** Describes a position that a viewer sees but must not see, or must see but does not. */
export type Violation = string;

const questions = ['Where is my mechanic?', 'Where are the mechanics right now?'];

/** How many responses were read, and how many positions they contained that their viewer may see. */
export interface ReadCounts {
  responses: number;
  positions: number;
}

/**
 * As every viewer, sends the requests that could show a position, and compares the responses with the rule: a
 * mechanic's last position is seen by the office, by the mechanic and, if it was reported after the departure for a job
 * that isn't completed, by the job's customer. Nobody else sees it, and nobody sees previous positions. With
 * `isThorough`, requests all GET endpoints instead of only those about mechanics and jobs.
 */
export async function findViolations(
  app: TestApp,
  state: ScenarioState,
  counts: ReadCounts,
  isThorough: boolean,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const paths = isThorough ? listAllPaths(state) : listPaths(state);
  const check = (name: string, what: string, body: string, allowed: readonly string[]): void => {
    counts.responses += 1;
    for (const marker of state.markers.filter((each) => body.includes(each))) {
      if (allowed.includes(marker)) counts.positions += 1;
      else violations.push(`${name} sees ${marker} in ${what}`);
    }
  };
  for (const name of viewerNames) {
    const person = state.people[name];
    const allowed = listAllowedMarkers(state, name);
    for (const path of paths) {
      const { body } = await send(app, person, 'GET', path);
      check(name, path, body, allowed.everywhere);
      for (const marker of allowed.required.get(path) ?? []) {
        if (!body.includes(marker)) violations.push(`${name} does not see ${marker} in ${path}`);
      }
    }
    for (const message of questions) {
      const { body } = await send(app, person, 'POST', '/api/chat', { message });
      check(name, `the answer to "${message}"`, body, allowed.everywhere);
    }
  }
  for (const session of state.signedOutSessions) {
    for (const path of paths) {
      check('a signed-out session', path, (await send(app, session, 'GET', path)).body, []);
    }
  }
  return violations;
}

/** The markers that a person may see in any response, and those that they must see in the response for a path. */
interface AllowedMarkers {
  readonly everywhere: readonly string[];
  readonly required: ReadonlyMap<string, readonly string[]>;
}

function listAllowedMarkers(
  { jobs, lastPositions, mechanicIds }: ScenarioState,
  name: ViewerName,
): AllowedMarkers {
  if (name === 'advisor' || name === 'admin') {
    const everywhere = lastPositions.flatMap((each) => each?.marker ?? []);
    return { everywhere, required: new Map([['/api/mechanics', everywhere]]) };
  }
  if (name === 'mechanic 0' || name === 'mechanic 1') {
    const ownIndex = name === 'mechanic 0' ? 0 : 1;
    const everywhere = lastPositions[ownIndex] ? [lastPositions[ownIndex].marker] : [];
    const path = `/api/mechanics/${mechanicIds[ownIndex]}`;
    return { everywhere, required: new Map([[path, everywhere]]) };
  }
  const required = new Map<string, string[]>();
  for (const { id, customer, status, mechanic, departedAt } of jobs) {
    const position = lastPositions[mechanic === 0 ? 0 : 1];
    if (customer !== name || status !== 'in_progress' || !position || departedAt === null) continue;
    if (position.at < departedAt) continue;
    required.set(`/api/appointments/${id}/tracking`, [position.marker]);
  }
  return { everywhere: [...required.values()].flat(), required };
}

/** Returns the paths of the endpoints that are about mechanics and their jobs. */
function listPaths({ jobs, mechanicIds }: ScenarioState): string[] {
  return [
    '/api/mechanics',
    '/api/appointments',
    ...mechanicIds.map((id) => `/api/mechanics/${id}`),
    ...jobs.flatMap(({ id }) => [
      `/api/appointments/${id}`,
      `/api/appointments/${id}/tracking`,
      `/api/appointments/${id}/candidates`,
    ]),
  ];
}

/** The query strings of endpoints that require one, by path. */
const requiredQueries: ReadonlyMap<string, string> = new Map([
  [endpoints.getBoardDay.path, `?date=${jobDate}`],
  [endpoints.listPlacements.path, `?date=${jobDate}`],
  [endpoints.listRescheduleTimes.path, `?date=${jobDate}`],
  [endpoints.getTeamWeek.path, `?date=${jobDate}`],
  [endpoints.searchRecords.path, '?text=customer'],
]);

/** Returns the paths of all GET endpoints, for each job, mechanic or person. */
function listAllPaths({ jobs, mechanicIds, people }: ScenarioState): string[] {
  const personIds = Object.values(people).flatMap((person) => person?.id ?? []);
  return Object.values(endpoints).flatMap(({ method, path: pattern }) => {
    if (method !== 'GET' || pattern === endpoints.streamEvents.path) return [];
    const path = pattern + (requiredQueries.get(pattern) ?? '');
    if (!path.includes(':id')) return [path];
    const ids = path.startsWith('/api/appointments/')
      ? jobs.map(({ id }) => String(id))
      : path.startsWith('/api/mechanics/')
        ? mechanicIds
        : personIds;
    return ids.map((id) => path.replace(':id', id));
  });
}

/**
 * Waits until all streams have received every event, and checks that no stream contains a position and that each
 * person got exactly the position events that concern them.
 */
export async function findStreamViolations(
  app: TestApp,
  state: ScenarioState,
): Promise<Violation[]> {
  await waitForStreams(app, state);
  return [...state.streams].flatMap(([name, stream]) => {
    const received = stream
      .events()
      .map(({ data }) => JSON.parse(data || '{}') as { kind?: string; id?: string })
      .flatMap(({ kind, id }) => (kind === 'position' && id !== undefined ? [id] : []))
      .filter((id) => state.mechanicIds.includes(id));
    const expected = state.positionEvents.flatMap(({ mechanicId, recipients }) =>
      recipients.includes(name) ? [mechanicId] : [],
    );
    const text = stream.text();
    return [
      ...state.markers
        .filter((marker) => text.includes(marker))
        .map((marker) => `the stream of ${name} contains ${marker}`),
      ...(received.join() === expected.join()
        ? []
        : [`${name} got ${received.length} position events instead of ${expected.length}`]),
    ];
  });
}

async function waitForStreams(app: TestApp, { streams }: ScenarioState): Promise<void> {
  // A background job numbers events within a second.
  const isReceived = async (): Promise<boolean> => {
    const latestEvent = await app.store.kysely
      .selectFrom('outbox')
      .select('number')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const number = latestEvent ? latestEvent.number : 0;
    return number !== null && [...streams.values()].every((stream) => stream.lastId() >= number);
  };
  const until = performance.now() + 30_000;
  while (!(await isReceived())) {
    if (performance.now() > until) throw new Error('The streams did not receive all events.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
