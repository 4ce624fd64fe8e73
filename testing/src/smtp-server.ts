import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An email as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as received. */
  readonly raw: string;
}

/**
 * What the server does with a message that it has received. `accept`: it replies 250. `lose response`, `partial
 * response` and `time out`: it accepts the message, but the client never finds out. Any other value: the reply line
 * with which it refuses the message, such as `451 4.3.0 Try again later`.
 */
export type MailServerBehavior =
  | 'accept'
  | 'lose response'
  | 'partial response'
  | 'time out'
  | `${number} ${string}`;

/** A real SMTP server on localhost. */
export interface TestSmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Resolves with the email received at this position, counted from 1. */
  waitForMail(position: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/**
 * Starts a mail server that accepts everything, unless `refuse` returns the reply line for a
 * recipient, such as `550 5.1.1 No such mailbox`.
 */
export async function startSmtpServer(
  options: {
    readonly port?: number;
    readonly refuse?: (to: string) => string | null;
    /**
     * Chooses what happens to each message; by default, all are accepted. `received` contains only those it accepts.
     */
    readonly chooseBehavior?: (mail: ReceivedMail) => MailServerBehavior;
  } = {},
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const waiters: {
    readonly position: number;
    readonly resolve: (mail: ReceivedMail) => void;
  }[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const reply = options.refuse?.(address) ?? null;
      if (reply === null) return done();
      return done(toReplyError(reply));
    },
    onData(stream, { envelope, id }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (raw += chunk));
      stream.on('end', () => {
        const arrived = { from, to, raw };
        const behavior = options.chooseBehavior?.(arrived) ?? 'accept';
        if (/^\d/.test(behavior)) return done(toReplyError(behavior));
        received.push(arrived);
        if (behavior === 'accept') done();
        else if (behavior !== 'time out')
          endConnection(server, id, behavior === 'partial response');
        for (const { position, resolve } of waiters) {
          const mail = received[position - 1];
          if (mail) resolve(mail);
        }
      });
    },
  });
  // A client disconnecting is not a server error.
  server.on('error', () => {});
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    waitForMail: (position) =>
      new Promise((resolve) => {
        const mail = received[position - 1];
        if (mail) resolve(mail);
        else waiters.push({ position, resolve });
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function toReplyError(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

/** Ends a session's connection without a reply, or after the first bytes of one. */
function endConnection(server: SMTPServer, sessionId: string, sendsPartialReply: boolean): void {
  // Not in the library's types.
  const { connections } = server as unknown as {
    readonly connections: ReadonlySet<{ readonly id: string; readonly _socket: Socket }>;
  };
  const socket = [...connections].find(({ id }) => id === sessionId)?._socket;
  if (sendsPartialReply) socket?.write('25');
  setImmediate(() => socket?.destroy());
}
