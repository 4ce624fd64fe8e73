import { line, personName } from '@curbwrench/contract/fields/schemas';
import type { Person } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';
import { xssPayloads } from './xss-payloads.ts';

/** Sends a request to the business's server as a person; throws if it is refused. */
export type ApiCaller = ReturnType<typeof createApiCaller>;

export function createApiCaller(sandbox: Sandbox) {
  return async function call<T>(
    person: Person | null,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    from = '127.0.0.1',
  ): Promise<T> {
    const response = await sandbox.app.app.inject({
      method,
      url: path,
      remoteAddress: from,
      headers: { ...person?.headers, ...headers },
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 300) {
      throw new Error(`${method} ${path} answered ${response.body} to ${JSON.stringify(body)}`);
    }
    return (response.body === '' ? null : response.json()) as T;
  };
}

/** The texts that a one-line field accepts, and those that a person's name may be. */
export const linePayloads = xssPayloads.filter((text) => line(2_000).safeParse(text).success);
export const namePayloads = linePayloads.filter(
  (text) => personName('').safeParse(cut(text, 60)).success,
);

/** One of the texts, cut to the length of the field. */
export function payloadAt(
  index: number,
  maxLength: number,
  texts: readonly string[] = linePayloads,
): string {
  return cut(texts[index % texts.length] ?? '', maxLength);
}

function cut(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** All of them, as many side by side as the field can store. */
export function packPayloads(maxLength: number, texts: readonly string[] = xssPayloads): string[] {
  const blocks: string[] = [];
  let block = '';
  for (const index of texts.keys()) {
    const text = payloadAt(index, maxLength, texts);
    const extended = block === '' ? text : `${block} ${text}`;
    if (extended.length > maxLength) {
      blocks.push(block);
      block = text;
    } else {
      block = extended;
    }
  }
  return [...blocks, block];
}
