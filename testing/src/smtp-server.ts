import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An email as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as received. */
  readonly raw: string;
}

/** A real SMTP server on localhost. */
export interface TestSmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Resolves with the email received at this position, counted from 1. */
  nth(position: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/**
 * Starts a mail server that accepts everything, unless `refuse` returns the reply line for a
 * recipient, such as `550 5.1.1 No such mailbox`.
 */
export async function startSmtpServer(
  options: { readonly port?: number; readonly refuse?: (to: string) => string | null } = {},
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
      return done(
        Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }),
      );
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (raw += chunk));
      stream.on('end', () => {
        received.push({ from, to, raw });
        done();
        for (const { position, resolve } of waiters) {
          const mail = received[position - 1];
          if (mail) resolve(mail);
        }
      });
    },
  });
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    nth: (position) =>
      new Promise((resolve) => {
        const mail = received[position - 1];
        if (mail) resolve(mail);
        else waiters.push({ position, resolve });
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
