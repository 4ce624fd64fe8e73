import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseLocation } from '../../bench/processes.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** Starts a server from a build in a child process, where garbage collection can be triggered. */
export async function startSiteProcess(
  main: string,
  location: DatabaseLocation,
): Promise<ServerUnderTest> {
  const child = fork(
    new URL('./site-process.js', import.meta.url),
    [main, JSON.stringify(location)],
    {
      execArgv: ['--expose-gc'],
      // Any time zone far from the business's, so that a mix-up of the two would show.
      env: { ...process.env, NODE_OPTIONS: '', TZ: 'Pacific/Auckland' },
      serialization: 'advanced',
    },
  );
  const exited = once(child, 'exit').then(() => {
    throw new Error('The server process exited.');
  });
  exited.catch(() => {});
  const nextMessage = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), exited])) as unknown[];
    return message;
  };
  // Only `site-process.ts` sends messages here: one at the start, then one result per call.
  const { port } = (await nextMessage()) as { port: number };
  const call = async <Result>(
    operation: Exclude<keyof ServerUnderTest, 'port'>,
  ): Promise<Result> => {
    const response = nextMessage();
    child.send(operation);
    return ((await response) as { result: Result }).result;
  };
  return {
    port,
    createTestData: () => call('createTestData'),
    takeSnapshot: () => call('takeSnapshot'),
    diffSnapshot: () => call('diffSnapshot'),
    pollutedProperties: () => call('pollutedProperties'),
    memory: () => call('memory'),
    async stop() {
      const ended = once(child, 'exit');
      await call('stop').catch(() => child.kill('SIGKILL'));
      await ended;
    },
  };
}
