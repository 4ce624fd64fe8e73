import type { FastifyInstance } from 'fastify';
import type { Person } from './builders.ts';

/** What of an application is needed to send it requests. */
interface Site {
  readonly app: FastifyInstance;
}

/** The answer to a request. */
export type Answer = Awaited<ReturnType<typeof send>>;

/** Sends a request as a person, or as nobody. A payload goes as JSON. */
export async function send(
  site: Site,
  person: Pick<Person, 'headers'> | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  return site.app.inject({
    method,
    url,
    headers: { ...person?.headers, ...headers },
    ...(payload && { payload }),
  });
}

/** The statuses of answers that came in no certain order, the lowest first. */
export function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}

/** Reads something as a person; fails unless the answer is 200. */
export async function read<T>(
  site: Site,
  person: Pick<Person, 'headers'> | null,
  url: string,
): Promise<T> {
  const answer = await send(site, person, 'GET', url);
  if (answer.statusCode !== 200) {
    throw new Error(`GET ${url} answered ${answer.statusCode}: ${answer.body}`);
  }
  return answer.json<T>();
}

/** The address of the next page that an answer names, or null on the last one. */
export function nextPage(answer: Answer): string | null {
  const link = answer.headers['link'];
  return (typeof link === 'string' && /^<(.+)>; rel="next"$/.exec(link)?.[1]) || null;
}

/** Reads a list to its end, page by page, as a person; `between` runs after each page. */
export async function readPages<T>(
  site: Site,
  person: Pick<Person, 'headers'>,
  url: string,
  between: () => Promise<void> = async () => {},
): Promise<T[]> {
  const rows: T[] = [];
  for (let next: string | null = url; next !== null;) {
    const answer: Answer = await send(site, person, 'GET', next);
    if (answer.statusCode !== 200) throw new Error(`GET ${next} answered ${answer.body}`);
    rows.push(...answer.json<T[]>());
    next = nextPage(answer);
    await between();
  }
  return rows;
}
