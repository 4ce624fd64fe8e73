import type { Person } from '@curbwrench/server/testing/builders';
import type { Stage } from './stage.ts';
import { storedScripts } from './stored-scripts-list.ts';

/** Asks the business's server as somebody; throws when it is refused. */
export type Caller = ReturnType<typeof callerOf>;

export function callerOf(stage: Stage) {
  return async function call<T>(
    person: Person | null,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    from = '127.0.0.1',
  ): Promise<T> {
    const answer = await stage.site.app.inject({
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

/** One of the texts, as much of it as the field keeps. */
export function one(index: number, longest: number): string {
  const text = storedScripts[index % storedScripts.length] ?? '';
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** All of them, as many side by side as the field keeps. */
export function packed(longest: number): string[] {
  const blocks: string[] = [];
  let block = '';
  for (const index of storedScripts.keys()) {
    const text = one(index, longest);
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
