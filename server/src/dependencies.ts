import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { AppOptions } from './app-options.ts';
import { deriveLinkSecret } from './appointment-links/find-or-create-link.ts';
import type { Clock } from './application/clock.ts';
import type { Geocoder } from './application/geocoder-port.ts';
import type { BusinessSettings } from './application/rules/business-settings.ts';
import { readOrInsertBusiness } from './business/follow-business-job.ts';
import type { Store } from './database/connection/store.ts';
import type { Mailer } from './mail/mailer-port.ts';
import { createSmsSender } from './message-channels.ts';
import { createGeocoder } from './places/geocoder-adapter.ts';
import type { PushKeys } from './push/push-key-queries.ts';
import { readOrCreatePushKeys } from './push/push-keys.ts';
import type { SmsSender } from './texting/sms-port.ts';

/** The dependencies that routes and background jobs share; created once at startup. */
export interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The current settings. `followBusiness` updates this object when the settings in the database change. */
  readonly business: BusinessSettings;
  readonly publicUrl: string;
  /** Sends email; null if emails are stored for an admin to read. */
  readonly mailer: Mailer | null;
  /** Sends text messages; null if Twilio is not set up. */
  readonly sms: SmsSender | null;
  readonly pushKeys: PushKeys;
  /** Null if addresses are located by the table of ZIP codes. */
  readonly geocoder: Geocoder | null;
  /** The secret from which the tokens in appointment links are derived. */
  readonly linkSecret: string;
  /** The secret for hashing the network addresses, accounts and mailboxes that rate limits count. */
  readonly pseudonymSecret: string;
}

/** Creates the dependencies. On a new database, stores the initial business settings and creates the push keys. */
export async function createDependencies(
  options: AppOptions,
  log: FastifyBaseLogger,
): Promise<Dependencies> {
  const { store, clock, publicUrl, authSecret } = options;
  const context = {
    store,
    clock,
    publicUrl,
    business: await readOrInsertBusiness(store, options.initialBusiness),
    pseudonymSecret: derivePseudonymSecret(authSecret),
  };
  return {
    ...context,
    mailer: options.mailer ?? null,
    sms: createSmsSender(options.twilio, context),
    pushKeys: await readOrCreatePushKeys(store),
    geocoder: options.geocoder ? createGeocoder(options.geocoder, { ...context, log }) : null,
    linkSecret: deriveLinkSecret(authSecret),
  };
}

/**
 * Derives a separate secret for rate limits, so that hashes for one purpose reveal nothing about hashes for another.
 */
export function derivePseudonymSecret(authSecret: string): string {
  return createHmac('sha256', authSecret).update('limits').digest('hex');
}
