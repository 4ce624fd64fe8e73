import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Place } from '../../bench/processes.ts';
import type { Site } from './site.ts';

/** Starts a server of a build in its own process, with garbage collection on request. */
export async function hostSite(main: string, place: Place): Promise<Site> {
  const child = fork(new URL('./host.js', import.meta.url), [main, JSON.stringify(place)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_OPTIONS: '', TZ: 'Pacific/Auckland' },
    serialization: 'advanced',
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The server ended.');
  });
  gone.catch(() => {});
  const heard = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as unknown[];
    return message;
  };
  // Only our own program sends messages here, and answers each request.
  const { port } = (await heard()) as { port: number };
  const ask = async <Given>(asked: Exclude<keyof Site, 'port'>): Promise<Given> => {
    const answer = heard();
    child.send(asked);
    return ((await answer) as { given: Given }).given;
  };
  return {
    port,
    newCast: () => ask('newCast'),
    mark: () => ask('mark'),
    changes: () => ask('changes'),
    polluted: () => ask('polluted'),
    memory: () => ask('memory'),
    async stop() {
      const ended = once(child, 'exit');
      await ask('stop').catch(() => child.kill('SIGKILL'));
      await ended;
    },
  };
}
