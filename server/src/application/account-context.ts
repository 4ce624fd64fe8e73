import type { Identity } from './identity-port.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { CurrentTime } from './rules/business-time.ts';
import type { Context, Transaction } from './transaction.ts';

/** The dependencies of account commands. */
export interface AccountContext extends Context {
  readonly identity: Identity;
  /** The public URL of this server; links in messages begin with it. */
  readonly publicUrl: string;
  /** Whether there is no mail server, so that messages are stored for an admin to read. */
  readonly storesEmail: boolean;
  /** Adds the bookings that a visitor made with an email address to the account that has just verified that address. */
  readonly claimVisitorBookings: (
    trx: Transaction,
    accountId: string,
    currentTime: CurrentTime,
  ) => Promise<readonly OutboxEvent[]>;
}
