import type { FastifyInstance } from 'fastify';
import type { Person } from './builders.ts';

/** The part of an application that requests need. */
interface App {
  readonly server: FastifyInstance;
}

/** The response to a request. */
export type TestResponse = Awaited<ReturnType<typeof send>>;

/** Sends a request as a person, or as a visitor. A payload is sent as JSON. */
export async function send(
  app: App,
  person: Pick<Person, 'headers'> | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  return app.server.inject({
    method,
    url,
    headers: { ...person?.headers, ...headers },
    ...(payload && { payload }),
  });
}

/** Returns the statuses of responses in ascending order. */
export function sortedStatuses(responses: readonly TestResponse[]): number[] {
  return responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}

/** Sends a GET request as a person and returns the body; throws unless the status is 200. */
export async function read<T>(
  app: App,
  person: Pick<Person, 'headers'> | null,
  url: string,
): Promise<T> {
  const response = await send(app, person, 'GET', url);
  if (response.statusCode !== 200) {
    throw new Error(`GET ${url} returned ${response.statusCode}: ${response.body}`);
  }
  return response.json<T>();
}

/** Returns the URL of the next page from a response's `Link` header, or null on the last page. */
export function nextPage(response: TestResponse): string | null {
  const link = response.headers['link'];
  return (typeof link === 'string' && /^<(.+)>; rel="next"$/.exec(link)?.[1]) || null;
}

/** Reads all pages of a list as a person; `afterPage` runs after each page. */
export async function readPages<T>(
  app: App,
  person: Pick<Person, 'headers'>,
  url: string,
  afterPage: () => Promise<void> = async () => {},
): Promise<T[]> {
  const rows: T[] = [];
  for (let next: string | null = url; next !== null;) {
    const response: TestResponse = await send(app, person, 'GET', next);
    if (response.statusCode !== 200) throw new Error(`GET ${next} failed: ${response.body}`);
    rows.push(...response.json<T[]>());
    next = nextPage(response);
    await afterPage();
  }
  return rows;
}
