import { randomBytes } from 'node:crypto';
import { defaultVisitorLimits } from '@curbwrench/contract/appointments/verification-code';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '@curbwrench/server/app-options';
import { createApp } from '@curbwrench/server/app';
import { sendDueNotifications } from '@curbwrench/server/appointments/jobs/end-undo-job';
import { renewSubscriptions } from '@curbwrench/server/plans/renew-subscriptions';
import type { Store } from '@curbwrench/server/database/connection/store';
import { updateBusiness } from '@curbwrench/server/business/business-changes';
import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import type { BusinessSettings } from '@curbwrench/server/application/rules/business-settings';
import type { LogSink } from '@curbwrench/server/http/log-options';
import { SettableClock } from '@curbwrench/server/application/clock';
import type { PasswordCost } from '@curbwrench/server/accounts/adapters/password-hash';
import type { Mailer } from '@curbwrench/server/mail/mailer-port';
import type { ClientLimits } from '@curbwrench/server/http/server-options';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testPasswordCost } from './passwords.ts';

/** A Tuesday, 09:00 in the test business's time zone, outside daylight saving time. */
export const testMorning = new Date('2026-03-03T17:00:00Z');

/** The settings of the test business, which is in San Francisco. */
export const testBusiness: BusinessSettings = {
  ...defaultBookingRules,
  ...defaultVisitorLimits,
  name: 'Curbwrench',
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
  phone: '+1 555 0100',
  address: null,
  cityCenter: { lat: 37.7749, lng: -122.4194 },
  cancellationCutoffHours: 24,
  maxOpenBookings: 5,
  plansStartBeforePayment: false,
  jobsMustEndWithinWorkingHours: true,
  outsideAreaPolicy: 'refuse',
  bufferMinutes: 0,
  landingHeadline: null,
  landingIntro: null,
};

/** A running application, and what tests need to control it. */
export interface TestApp {
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly clock: SettableClock;
  readonly database: TestDatabase;
  readonly business: BusinessSettings;
  readonly authSecret: string;
  /** The URL at which the app listens; empty without `listen`. */
  readonly url: string;
  /** Renews subscriptions whose billing period is over, as a background job does every minute. Returns how many. */
  renewSubscriptions(): Promise<number>;
  /** Sends the notifications of changes that can no longer be undone, as a background job does every second. */
  sendDueNotifications(): Promise<void>;
  /** Closes the app and drops its database. */
  stop(): Promise<void>;
}

/** Options for `startApp`; all have defaults. */
export interface TestAppOptions {
  readonly now?: Date;
  readonly business?: Partial<BusinessSettings>;
  readonly demoAccounts?: Readonly<Record<DemoAccount, string>> | null;
  readonly demoFeatures?: AppOptions['demoFeatures'];
  readonly mapFile?: string;
  readonly mapStyle?: AppOptions['mapStyle'];
  readonly webFolder?: string | null;
  /** The built worker thread that renders pages; without it, browsers render them. */
  readonly rendererFile?: string;
  /** By default, passwords and no provider. */
  readonly signIn?: AppOptions['signIn'];
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly clientLimits?: Partial<ClientLimits>;
  /** A router; without one, driving times are estimated. */
  readonly routerUrl?: string;
  /** A geocoding service; without one, addresses are located by the table of ZIP codes. */
  readonly geocoder?: AppOptions['geocoder'];
  /** A Twilio account; without one, no text messages are sent. */
  readonly twilio?: AppOptions['twilio'];
  /** Origins of push services that are allowed in addition to those of the known browsers. */
  readonly pushOrigins?: AppOptions['pushOrigins'];
  /** Shared by all processes of one business; by default a new secret. */
  readonly authSecret?: string;
  /** By default low, so that hashing is fast. */
  readonly passwordCost?: PasswordCost;
  readonly staffTwoFactor?: boolean;
  /** Without a mailer, emails are stored in the database. */
  readonly mailer?: Mailer;
  readonly logLevel?: string;
  readonly logSink?: LogSink;
  /** Listens on a free port on localhost, for browsers and streams. */
  readonly listen?: boolean;
  /** Listens on this port instead, for tests that must know the address beforehand. */
  readonly port?: number;
  /** A database to use instead of a fresh one; it is not closed. */
  readonly database?: TestDatabase;
  /** Fills the fresh database before the app starts. */
  readonly fill?: (store: Store, now: Date) => Promise<void>;
}

/** Starts the real application on its own real database, with a clock that the test sets. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const now = options.now ?? testMorning;
  const database = options.database ?? (await createTestDatabase());
  await options.fill?.(database.store, now);
  const clock = new SettableClock(now);
  const business = { ...testBusiness, ...options.business };
  // A database that is not fresh may have stored settings, which would take precedence over these.
  if (options.database && options.business) await updateBusiness(database.store.kysely, business);
  const authSecret = options.authSecret ?? randomBytes(32).toString('hex');
  const app = await createApp({
    store: database.store,
    clock,
    initialBusiness: business,
    authSecret,
    passwordCost: options.passwordCost ?? testPasswordCost,
    publicUrl: options.publicUrl ?? 'http://localhost',
    signIn: options.signIn ?? { passwords: true, providers: [] },
    staffTwoFactor: options.staffTwoFactor ?? false,
    mailer: options.mailer ?? null,
    logLevel: options.logLevel ?? 'error',
    demoAccounts: options.demoAccounts ?? null,
    demoFeatures: options.demoFeatures ?? null,
    mapFile: options.mapFile ?? null,
    mapStyle: options.mapStyle ?? null,
    web: options.webFolder
      ? { folder: options.webFolder, rendererFile: options.rendererFile ?? null }
      : null,
    trustedProxies: options.trustedProxies ?? [],
    routerUrl: options.routerUrl ?? null,
    geocoder: options.geocoder ?? null,
    twilio: options.twilio ?? null,
    ...(options.pushOrigins && { pushOrigins: options.pushOrigins }),
    ...(options.clientLimits && { clientLimits: options.clientLimits }),
    ...(options.logSink && { logSink: options.logSink }),
  });
  const url = options.listen
    ? await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
    : '';
  return {
    server: app,
    store: database.store,
    clock,
    database,
    business,
    authSecret,
    url,
    renewSubscriptions: () => renewSubscriptions({ store: database.store, clock, business }),
    sendDueNotifications: () => sendDueNotifications({ store: database.store, clock }),
    async stop() {
      await app.close();
      if (!options.database) await database.drop();
    },
  };
}
