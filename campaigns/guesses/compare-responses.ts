import type { AttackedSite, HostileRequest, HostileResponse } from '../attacked-site.ts';
import type { Guess } from './altered-tokens.ts';

/** A request that tries a guess. */
export interface GuessRequest {
  readonly guess: Guess;
  readonly request: HostileRequest;
}

/** Headers that can differ between any two responses. */
const volatileHeaders = new Set(['date', 'x-last-event', 'content-length']);

/** Returns everything that a client can observe in a response, as text. */
export function describeResponse({ status, body, headers }: HostileResponse): string {
  const comparedHeaders = Object.entries(headers).filter(([name]) => !volatileHeaders.has(name));
  return JSON.stringify([status, body, comparedHeaders.toSorted(([a], [b]) => a.localeCompare(b))]);
}

/**
 * Sends guesses, and returns a problem for each whose response differs from the response to the first guess, which
 * should name something that never existed. Malformed guesses are compared with the first malformed one.
 */
export async function findDifferences(
  site: AttackedSite,
  guesses: readonly GuessRequest[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const isMalformed of [false, true]) {
    const compared = guesses.filter(({ guess }) => (guess.isMalformed ?? false) === isMalformed);
    const responses = await Promise.all(compared.map(({ request }) => site.send(request)));
    const [reference] = responses;
    if (!reference) continue;
    if (reference.status < 400 || reference.status >= 500)
      problems.push(`a guess gets ${reference.status} ${reference.body}`);
    for (const [index, response] of responses.entries()) {
      if (describeResponse(response) === describeResponse(reference)) continue;
      const { path } = compared[index]?.request ?? {};
      const { status, body } = response;
      problems.push(
        `${path}, a token ${compared[index]?.guess.name}: ${status} ${body} instead of ${reference.status} ${reference.body}`,
      );
    }
  }
  return problems;
}

/**
 * Sends requests at the same time, and returns a problem unless exactly `allowed` of them get past the limit. The
 * others must get a 429.
 */
export async function findLimitProblems(
  site: AttackedSite,
  name: string,
  requests: readonly HostileRequest[],
  allowed: number,
): Promise<string[]> {
  const responses = await Promise.all(requests.map((request) => site.send(request)));
  const passed = responses.filter(({ status }) => status !== 429).length;
  const broken = responses.filter(({ status }) => status >= 500);
  return [
    ...(passed === allowed
      ? []
      : [`${name}: ${passed} of ${requests.length} got past the limit of ${allowed}`]),
    ...broken.map(({ status, body }) => `${name}: ${status} ${body}`),
  ];
}
