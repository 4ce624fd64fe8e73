/*
 * What a page will ask for first is asked for before the page itself has come. Its call then finds the
 * answer on its way (`call.ts`). Nothing is kept: once live events are followed, what nobody took is
 * forgotten, since it would grow old unnoticed.
 */
const early = new Map<string, Promise<Response>>();

/** How a call asks; an answer is only taken for a question asked alike. */
export const asking = {
  credentials: 'include',
  headers: { accept: 'application/json, application/problem+json' },
} as const;

/** Asks for these addresses of reading calls. */
export function askEarly(addresses: readonly string[]): void {
  for (const address of addresses) {
    const answer = fetch(address, asking);
    // Whoever takes it hears of a failure; nobody may.
    answer.catch(() => undefined);
    early.set(address, answer);
  }
}

/** The answer on its way to this address, to be read once; undefined where none is. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = early.get(address);
  early.delete(address);
  return answer;
}

/** From now on answers could be older than what is told. */
export function forgetEarly(): void {
  early.clear();
}
