import { CompiledQuery, sql } from 'kysely';
import { openDatabase, type StoreConfig } from '@curbwrench/server/database/connection/store';
import { smtpMailer } from '@curbwrench/server/mail/smtp-adapter';
import { recordDueReminders } from '@curbwrench/server/messaging/reminder-job';
import type { TwilioSettings } from '@curbwrench/server/texting/twilio-adapter';
import { stopAttentionAlerts } from './database-contents.ts';
import { startApp } from './start-app.ts';

/*
 * A program that serves one business in its own process, so that it can be killed, and sends messages to stand-ins for
 * the providers. Its clock stands still until its parent process advances it. The parent makes each call by sending a
 * message.
 */

/** The program's only argument, as JSON. */
export interface MessageServerOptions {
  readonly database: StoreConfig;
  readonly authSecret: string;
  readonly smtpUrl: string;
  readonly twilio: TwilioSettings;
  readonly pushOrigin: string;
  /** ISO 8601. */
  readonly now: string;
}

/** The calls that the parent process can make. */
export interface MessageServerCalls {
  /** Sets the clock, records reminders, sends notifications whose undo time is over, and wakes the delivery job. */
  advance(now: string): Promise<null>;
  /** Waits until nothing is left to be sent at the current time. */
  settle(): Promise<null>;
  /** Runs a query. */
  query(text: string): Promise<readonly unknown[]>;
}

/** How long a server may take to send what is due. */
const settleTimeoutMs = 180_000;
/**
 * How long the server waits for a provider: shorter than in production, since a stand-in responds immediately or never,
 * but long enough for a busy machine, so that the stand-in knows which responses arrived.
 */
const providerTimeoutMs = 6_000;
/** The interval between checks of whether everything due has been sent. */
const pollIntervalMs = 8;
/** How long a message stays claimed by the process that sends it. */
const claimMs = 120_000;

const options = JSON.parse(process.argv[2] ?? '') as MessageServerOptions;
const originalTimeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => originalTimeout(Math.min(ms, providerTimeoutMs));
// The jobs that run every minute, such as reminders, run only at the start and when the clock is advanced. Otherwise,
// the machine's speed would determine whether they see a change that is made at the same time.
const originalSetInterval = globalThis.setInterval;
globalThis.setInterval = ((callback: () => void, ms: number) =>
  originalSetInterval(callback, ms === 60_000 ? 2 ** 31 - 1 : ms)) as typeof setInterval;

const store = await openDatabase(options.database);
const app = await startApp({
  database: { store, drop: async () => {} },
  now: new Date(options.now),
  authSecret: options.authSecret,
  mailer: smtpMailer(options.smtpUrl, 'Desk <desk@example.com>', providerTimeoutMs),
  twilio: options.twilio,
  pushOrigins: [options.pushOrigin],
  logLevel: 'fatal',
  listen: true,
});

// What the attention job reports depends on when it happens to run.
await stopAttentionAlerts(store);
// Without this index, `isBusy` would read all messages of a long history.
await sql`
  create index if not exists unfinished_messages on outbound_messages (next_attempt_at)
    where state in ('queued', 'unknown')
`.execute(store.kysely);

const calls: MessageServerCalls = {
  async advance(now) {
    app.clock.set(new Date(now));
    await recordDueReminders(app);
    await app.sendDueNotifications();
    store.wake('outbound_messages');
    return null;
  },
  async settle() {
    const until = performance.now() + settleTimeoutMs;
    for (let round = 1; await isBusy(); round += 1) {
      if (performance.now() > until) throw new Error('The messages that are due were not sent.');
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      // After an error, the server would otherwise try again only seconds later.
      if (round % 50 === 0) store.wake('outbound_messages');
    }
    return null;
  },
  async query(text) {
    return (await store.kysely.executeQuery(CompiledQuery.raw(text))).rows;
  },
};

/** Returns whether a message is due, or claimed at this time and so being sent, or whether an undo is due to end. */
async function isBusy(): Promise<boolean> {
  const now = app.clock.now();
  const claimedUntil = new Date(now.getTime() + claimMs);
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from outbound_messages where state = 'queued'
        and (next_attempt_at <= ${now} or next_attempt_at = ${claimedUntil}))
      or exists (select from outbound_messages where channel = 'sms' and state = 'unknown'
        and reason = 'Sending was interrupted.' and next_attempt_at = ${claimedUntil})
      or exists (select from undoable_changes where undo_until <= ${now}) as busy
  `.execute(store.kysely);
  return rows[0]?.busy ?? false;
}

process.on('message', ({ id, call, argument }: MessageServerRequest) => {
  void calls[call](argument).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0, result: Number(new URL(app.url).port) });

/** A request of the parent process; the response has the same id, and a `result` or an `error`. */
export interface MessageServerRequest {
  readonly id: number;
  readonly call: keyof MessageServerCalls;
  readonly argument: string;
}
