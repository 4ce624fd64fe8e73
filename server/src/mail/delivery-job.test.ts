import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertEmail, type NewEmail } from './changes.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { smtpMailer } from './smtp-adapter.ts';
import { verifyAddress, signIn } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { startSmtpServer, type TestSmtpServer } from '@curbwrench/testing/smtp-server';
import { TcpProxy } from '@curbwrench/testing/tcp-proxy';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { deliverNext } from './delivery-job.ts';

let app: TestApp;
let servers: TestSmtpServer[] = [];

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.set(testMorning);
  await app.store.kysely.deleteFrom('emails').execute();
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
});
afterAll(() => app.stop());

const from = 'Acme <desk@acme.example>';
const second = 1000;
const silentLog = { warn: () => {} };

async function startServer(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const server = await startSmtpServer(options);
  servers.push(server);
  return server;
}

async function queueEmail(mail: Partial<NewEmail> = {}): Promise<void> {
  const now = app.clock.now();
  const newEmail = {
    to: 'you@example.com',
    userId: null,
    subject: 'Hello',
    text: 'Text',
    linkExpiresAt: null,
    ...mail,
  };
  await inTransaction(app.store, (trx) => insertEmail(trx, newEmail, false, now));
}

const readEmails = () => app.store.kysely.selectFrom('emails').selectAll().orderBy('id').execute();

const advanceClock = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms));

/** Sends the messages that are due, with a new mailer. */
async function deliver(url: string): Promise<number> {
  const mailer = smtpMailer(url, from);
  let count = 0;
  try {
    while (await deliverNext(app.store, app.clock, mailer, silentLog)) count += 1;
  } finally {
    mailer.close();
  }
  return count;
}

test('a message is sent as soon as its transaction commits, and its text is not stored afterward', async () => {
  const server = await startServer();
  const appWithMailer = await startApp({
    database: app.database,
    authSecret: app.authSecret,
    mailer: smtpMailer(server.url, from),
  });
  try {
    const email = 'arrives@example.com';
    const body = { firstName: 'Robin', lastName: 'Vale', email, password: 'a mallet in the rain' };
    const response = await new Browser(appWithMailer).post('/api/account/sign-up', body);
    expect(response.statusCode).toBe(204);
    const mail = await server.waitForMail(1);
    expect([mail.from, mail.to]).toEqual(['desk@acme.example', [email]]);
    expect(mail.raw).toMatch(/^From: Acme <desk@acme\.example>\r$/m);
    expect(mail.raw).toMatch(/^Message-ID: <curbwrench-\d+@acme\.example>\r$/im);
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const text = mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /\/verify-email#token=([\w-]{43})/.exec(text)?.[1] ?? '';

    await vi.waitFor(async () => expect(await readEmails()).toMatchObject([{ state: 'sent' }]), {
      timeout: 10_000,
    });
    expect(await readEmails()).toMatchObject([{ text: null, attempts: 1 }]);
    expect(JSON.stringify(await readEmails())).not.toContain(token);
    const verified = await new Browser(appWithMailer).post('/api/account/verify-email', { token });
    expect(verified.statusCode).toBe(204);
    await signIn(appWithMailer, email, 'a mallet in the rain');
  } finally {
    await appWithMailer.stop();
  }
});

test('if the mail server is down, sign-ups still succeed and no message is lost @messages.mail-delivery', async () => {
  const server = await startServer();
  const proxy = await TcpProxy.to(Number(new URL(server.url).port));
  proxy.isRefusing = true;
  const url = `smtp://127.0.0.1:${proxy.port}`;
  const appWithMailer = await startApp({
    database: app.database,
    authSecret: app.authSecret,
    mailer: smtpMailer(url, from),
    logLevel: 'silent',
  });
  try {
    const email = 'patient@example.com';
    const body = { firstName: 'Robin', lastName: 'Vale', email, password: 'a mallet in the rain' };
    const response = await new Browser(appWithMailer).post('/api/account/sign-up', body);
    expect(response.statusCode).toBe(204);
    await vi.waitFor(
      async () => {
        const [mail] = await readEmails();
        expect(mail).toMatchObject({ state: 'queued', attempts: 1 });
        // Until the attempt has failed, the next one is due when the claim ends, after two minutes.
        const pause = (mail?.next_attempt_at.getTime() ?? 0) - testMorning.getTime();
        expect(pause).toBeLessThanOrEqual(36 * second);
      },
      { timeout: 10_000 },
    );
    proxy.isRefusing = false;
    expect(await deliver(url)).toBe(0);
    advanceClock(36 * second);
    expect(await deliver(url)).toBe(1);
    expect(server.received).toMatchObject([{ to: [email] }]);
    expect(await readEmails()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  } finally {
    await appWithMailer.stop();
    await proxy.close();
  }
});

test('the pauses between attempts increase to an hour, and attempts stop after two days', async () => {
  // No process listens on a reserved port; the port of a stopped server could go to another process.
  const unreachable = 'smtp://127.0.0.1:1';
  await queueEmail();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    expect(await deliver(unreachable)).toBe(1);
    const [mail] = await readEmails();
    const pause = (mail?.next_attempt_at.getTime() ?? 0) - app.clock.now().getTime();
    pauses.push(pause / second);
    advanceClock(pause);
  }
  const minimums = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
  for (const [index, minimum] of minimums.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(minimum);
    expect(pauses[index]).toBeLessThanOrEqual(minimum * 1.2);
  }
  advanceClock(48 * 3600 * second);
  const server = await startServer();
  expect(await deliver(server.url)).toBe(1);
  expect(await readEmails()).toMatchObject([{ state: 'failed', text: null }]);
  expect(server.received).toEqual([]);
});

test('a message to an unknown mailbox is not retried', async () => {
  const server = await startServer({ refuse: () => '550 5.1.1 No such mailbox' });
  await queueEmail({ html: '<p>Text</p>' });
  expect(await deliver(server.url)).toBe(1);
  expect(await readEmails()).toMatchObject([
    { state: 'failed', text: null, html: null, attempts: 1 },
  ]);
});

test.each(['550 5.7.1 Relaying denied', '450 4.2.0 Try later', '421 4.3.0 Closing'])(
  'a message is retried when the server responds %s',
  async (reply) => {
    let isAccepting = false;
    const server = await startServer({ refuse: () => (isAccepting ? null : reply) });
    await queueEmail();
    await deliver(server.url);
    expect(await readEmails()).toMatchObject([{ state: 'queued', text: 'Text' }]);
    isAccepting = true;
    advanceClock(36 * second);
    await deliver(server.url);
    expect(await readEmails()).toMatchObject([{ state: 'sent', text: null }]);
  },
);

test('a message whose link has expired is not sent', async () => {
  const server = await startServer();
  await queueEmail({ linkExpiresAt: new Date(testMorning.getTime() + 1) });
  advanceClock(1);
  await deliver(server.url);
  expect(await readEmails()).toMatchObject([{ state: 'failed', text: null }]);
  expect(server.received).toEqual([]);
});

test('concurrent processes send each message exactly once', async () => {
  const server = await startServer();
  for (let count = 0; count < 24; count += 1) await queueEmail({ to: `to-${count}@example.com` });
  const counts = await Promise.all([1, 2, 3, 4].map(() => deliver(server.url)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24);
  const recipients = server.received.flatMap(({ to }) => to);
  expect(recipients).toHaveLength(24);
  expect(new Set(recipients).size).toBe(24);
});

test('a message claimed by a process that died is sent by another, with the same Message-ID', async () => {
  const server = await startServer();
  await queueEmail();
  // The process dies after the mail server has accepted the message, but before recording that it was sent.
  const mailer = smtpMailer(server.url, from);
  const unfinishedDelivery = deliverNext(
    app.store,
    app.clock,
    {
      senderAddress: mailer.senderAddress,
      send: async (mail) => {
        await mailer.send(mail);
        await new Promise(() => {});
      },
      close: () => {},
    },
    silentLog,
  );
  await server.waitForMail(1);
  expect(await deliver(server.url)).toBe(0);
  advanceClock(120 * second);
  expect(await deliver(server.url)).toBe(1);
  const messageIds = server.received.map(({ raw }) => /^Message-ID: (.+)\r$/im.exec(raw)?.[1]);
  expect(messageIds).toHaveLength(2);
  expect(new Set(messageIds).size).toBe(1);
  mailer.close();
  void unfinishedDelivery;
});

test('a mail server that does not respond does not delay shutdown', async () => {
  const unresponsiveServer = createServer();
  unresponsiveServer.listen(0, '127.0.0.1');
  await once(unresponsiveServer, 'listening');
  const { port } = unresponsiveServer.address() as AddressInfo;
  const connected = once(unresponsiveServer, 'connection');
  const appWithMailer = await startApp({
    database: app.database,
    authSecret: app.authSecret,
    mailer: smtpMailer(`smtp://127.0.0.1:${port}`, from),
    logLevel: 'silent',
  });
  await queueEmail();
  await connected;
  const start = performance.now();
  await appWithMailer.stop();
  // The SMTP conversation would time out after 15 seconds.
  expect(performance.now() - start).toBeLessThan(10 * second);
  expect(await readEmails()).toMatchObject([{ state: 'queued', text: 'Text' }]);
  unresponsiveServer.close();
});

test('a subject with line breaks cannot add a header or recipient @messages.mail-content', async () => {
  const server = await startServer();
  await queueEmail({ to: 'you@example.com', subject: 'Hello\r\nBcc: other@example.com' });
  await deliver(server.url);
  expect(server.received).toMatchObject([{ to: ['you@example.com'] }]);
  expect(server.received[0]?.raw).not.toMatch(/^Bcc:/m);
});

test('the link in a message that is only stored works like the link in a sent one', async () => {
  const email = 'kept@example.com';
  const body = { firstName: 'Robin', lastName: 'Vale', email, password: 'a mallet in the rain' };
  await new Browser(app).post('/api/account/sign-up', body);
  expect(await readEmails()).toMatchObject([{ state: 'stored' }]);
  await verifyAddress(app, email);
  await signIn(app, email, 'a mallet in the rain');
});
