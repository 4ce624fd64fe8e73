import { line, personName } from '@curbwrench/contract/fields/schemas';
import type { Person } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';
import { storedScripts } from './stored-scripts-list.ts';

/** Sends a request to the business's server as a person; throws if it is refused. */
export type Caller = ReturnType<typeof callerOf>;

export function callerOf(sandbox: Sandbox) {
  return async function call<T>(
    person: Person | null,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    from = '127.0.0.1',
  ): Promise<T> {
    const answer = await sandbox.app.app.inject({
      method,
      url: path,
      remoteAddress: from,
      headers: { ...person?.headers, ...headers },
      ...(body && { payload: body }),
    });
    if (answer.statusCode >= 300) {
      throw new Error(`${method} ${path} answered ${answer.body} to ${JSON.stringify(body)}`);
    }
    return (answer.body === '' ? null : answer.json()) as T;
  };
}

/** The texts that a one-line field accepts, and those that a person's name may be. */
export const lineScripts = storedScripts.filter((text) => line(2_000).safeParse(text).success);
export const nameScripts = lineScripts.filter(
  (text) => personName('').safeParse(cut(text, 60)).success,
);

/** One of the texts, cut to the length of the field. */
export function one(
  index: number,
  longest: number,
  texts: readonly string[] = lineScripts,
): string {
  return cut(texts[index % texts.length] ?? '', longest);
}

function cut(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** All of them, as many side by side as the field can store. */
export function packed(longest: number, texts: readonly string[] = storedScripts): string[] {
  const blocks: string[] = [];
  let block = '';
  for (const index of texts.keys()) {
    const text = one(index, longest, texts);
    const longer = block === '' ? text : `${block} ${text}`;
    if (longer.length > longest) {
      blocks.push(block);
      block = text;
    } else {
      block = longer;
    }
  }
  return [...blocks, block];
}
