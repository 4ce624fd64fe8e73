import { line, personName } from '@curbwrench/contract/fields/schemas';
import type { Person } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';
import { xssPayloads } from './xss-payloads.ts';

/** The type of the function that `createApiClient` returns. */
export type ApiClient = ReturnType<typeof createApiClient>;

/** Returns a function that calls the API as a person or a visitor, and throws if the request fails. */
export function createApiClient(sandbox: Sandbox) {
  return async function request<T>(
    person: Person | null,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    remoteAddress = '127.0.0.1',
  ): Promise<T> {
    const response = await sandbox.app.server.inject({
      method,
      url: path,
      remoteAddress,
      headers: { ...person?.headers, ...headers },
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 300) {
      throw new Error(`${method} ${path} returned ${response.body} for ${JSON.stringify(body)}`);
    }
    return (response.body === '' ? null : response.json()) as T;
  };
}

/** The payloads that a one-line field accepts. */
export const linePayloads = xssPayloads.filter((text) => line(2_000).safeParse(text).success);

/** The payloads that a person's name can contain. */
export const namePayloads = linePayloads.filter(
  (text) => personName('').safeParse(cutTo(text, 60)).success,
);

/** Returns the payload at an index (wrapping around), cut to the maximum length of a field. */
export function payloadAt(
  index: number,
  maxLength: number,
  texts: readonly string[] = linePayloads,
): string {
  return cutTo(texts[index % texts.length] ?? '', maxLength);
}

/** Cuts text to a maximum length, without leaving half of a surrogate pair at its end. */
export function cutTo(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** Joins all payloads into as few strings as possible, none of them longer than the field. */
export function packPayloads(maxLength: number, texts: readonly string[] = xssPayloads): string[] {
  const joined: string[] = [];
  let current = '';
  for (const index of texts.keys()) {
    const text = payloadAt(index, maxLength, texts);
    const extended = current === '' ? text : `${current} ${text}`;
    if (extended.length > maxLength) {
      joined.push(current);
      current = text;
    } else {
      current = extended;
    }
  }
  return [...joined, current];
}
