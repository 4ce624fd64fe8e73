import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type {
  MessageServerCalls,
  MessageServerOptions,
  MessageServerRequest,
} from '@curbwrench/testing/message-server';

/** A server in its own process. */
export interface MessageServer extends MessageServerCalls {
  readonly port: number;
  /** Kills the process with SIGKILL; requests in progress get no response. */
  kill(): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
}

/** The server's reply to a request, or its port. */
interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Starts a server of the build whose main file is `main`. */
export async function startMessageServer(
  main: string,
  options: MessageServerOptions,
): Promise<MessageServer> {
  const program = join(dirname(main), '../../testing/dist/message-server.js');
  const child = fork(program, [JSON.stringify(options)], {
    // A zone far from the business's, so that code that uses the machine's zone fails.
    env: { ...process.env, NODE_OPTIONS: '', TZ: 'Pacific/Auckland' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  const receive = (id: number) =>
    new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
  child.on('message', ({ id, result, error }: Reply) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(result);
    else caller?.reject(new Error(error));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new ServerEnded('The server process ended.'));
    waiting.clear();
  });
  let lastId = 0;
  const makeCall = async <Result>(
    call: keyof MessageServerCalls,
    argument = '',
  ): Promise<Result> => {
    lastId += 1;
    const reply = receive(lastId);
    const request: MessageServerRequest = { id: lastId, call, argument };
    child.send(request, () => {});
    return (await reply) as Result;
  };
  const port = (await receive(0)) as number;
  return {
    port,
    ended,
    kill: () => void child.kill('SIGKILL'),
    advance: (now) => makeCall('advance', now),
    settle: () => makeCall('settle'),
    query: (text) => makeCall('query', text),
  };
}

/** Thrown if the process ends before it responds. */
export class ServerEnded extends Error {}
