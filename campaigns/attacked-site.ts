import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@curbwrench/testing/builders';
import type { createTestDatabase, reopen } from '@curbwrench/testing/database';
import { startSmsProvider, type ReceivedText } from '@curbwrench/testing/sms-provider';
import type { startApp, TestApp, TestAppOptions } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';
import { sql } from 'kysely';
import { findSecretsInLog, listSecrets } from './secrets-in-log.ts';

/** An email as the stand-in for the mail server receives it. */
type OutgoingEmail = Parameters<NonNullable<TestAppOptions['mailer']>['send']>[0];

/** The functions that start a site, all from the same build. */
interface SiteModules {
  readonly startApp: typeof startApp;
  readonly createTestDatabase: typeof createTestDatabase;
  readonly reopen: typeof reopen;
}

/** A request of a hostile client. */
export interface HostileRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The client's real network address, whatever its headers claim. */
  readonly address: string;
  /** Who is signed in; by default nobody. */
  readonly person?: Pick<Person, 'headers'>;
}

/** The response to a hostile client, with its headers, since they could reveal something too. */
export interface HostileResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** One business on two server processes, one of them behind a proxy, and stand-ins for its email and SMS providers. */
export interface AttackedSite {
  /** The process without a proxy, for preparing and reading data. */
  readonly app: TestApp;
  /** Every email that a server sent. */
  readonly emails: readonly OutgoingEmail[];
  /** Every text message that a server sent. */
  readonly texts: readonly ReceivedText[];
  /** Returns the secrets from requests and emails that the servers logged. */
  findSecretsInLog(): readonly string[];
  /** The number of requests so far. */
  readonly requestCount: () => number;
  /** Sends a request to each process in turn, with headers that claim a different address each time. */
  send(request: HostileRequest): Promise<HostileResponse>;
  /** Sets the time of both processes. */
  setTime(time: Date): void;
  /** Deletes the request counts of the rate limits, so that the next attack starts from zero. */
  resetRateLimits(): Promise<void>;
  /** Waits until every queued email has been sent. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** The proxy that the second process trusts. */
const proxy = '10.0.0.9';

/** Starts a business to attack, in an empty database. */
export async function startAttackedSite(modules: SiteModules): Promise<AttackedSite> {
  const emails: OutgoingEmail[] = [];
  const log: string[] = [];
  const secrets = new Set<string>();
  const provider = await startSmsProvider();
  const webFolder = await mkdtemp(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  const database = await modules.createTestDatabase();
  const secondDatabase = await modules.reopen(database);
  const options = {
    authSecret: randomBytes(24).toString('hex'),
    webFolder,
    twilio: provider.settings,
    logLevel: 'info',
    logSink: { write: (line: string) => void log.push(line) },
    mailer: {
      senderAddress: 'office@example.com',
      async send(mail: OutgoingEmail) {
        emails.push(mail);
        const codes = mail.text.match(/(?<!\d)\d{6}(?!\d)|(?<=token=)[\w.-]+/g) ?? [];
        for (const secret of [mail.to, ...codes]) secrets.add(secret);
      },
      close: () => {},
    },
  };
  const direct = await modules.startApp({ ...options, database });
  const proxied = await modules.startApp({
    ...options,
    database: secondDatabase,
    trustedProxies: [proxy],
  });
  let requestCount = 0;

  async function send(request: HostileRequest): Promise<HostileResponse> {
    const { method, path, body, address, person } = request;
    requestCount += 1;
    for (const secret of listSecrets(request)) secrets.add(secret);
    const isProxied = requestCount % 2 === 1;
    const forged = `192.0.2.${requestCount % 250}`;
    const response = await (isProxied ? proxied : direct).server.inject({
      method,
      url: path,
      remoteAddress: isProxied ? proxy : address,
      headers: {
        ...person?.headers,
        // What a client claims is to the left of what the proxy adds.
        'x-forwarded-for': isProxied ? `${forged}, ${address}` : forged,
        'x-real-ip': forged,
        'true-client-ip': forged,
        'cf-connecting-ip': forged,
        forwarded: `for=${forged}`,
      },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: response.body, headers: response.headers };
  }

  return {
    app: direct,
    emails,
    findSecretsInLog: () => findSecretsInLog(log, secrets),
    send,
    texts: provider.received,
    requestCount: () => requestCount,
    setTime(time) {
      direct.clock.set(time);
      proxied.clock.set(time);
    },
    async resetRateLimits() {
      await sql`delete from rate_limits`.execute(database.store.kysely);
    },
    async settle() {
      const { kysely } = database.store;
      for (;;) {
        const { rows } = await sql`select from emails where state = 'queued' limit 1`.execute(
          kysely,
        );
        if (rows.length === 0) return;
        await pause(20);
      }
    },
    async stop() {
      await proxied.stop();
      await direct.stop();
      await secondDatabase.drop();
      await database.drop();
      provider.stop();
      await rm(webFolder, { recursive: true, force: true });
    },
  };
}

let networkCount = 0;

/** Returns an address in a network (IPv4 /24) that has not been used yet. */
export function unusedAddress(): string {
  networkCount += 1;
  return `100.${64 + (networkCount >> 8)}.${networkCount & 255}.7`;
}

let emailCount = 0;

/** Returns an email address that has not been used yet. */
export function unusedEmail(): string {
  emailCount += 1;
  return `mailbox-${emailCount}@visitors.example`;
}

/** Makes requests at the same time, and returns their results. */
export function inParallel<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}
