import type { Identity } from './identity-port.ts';
import type { Context } from './transaction.ts';

/** What the stories of accounts work with besides. */
export interface AccountContext extends Context {
  readonly identity: Identity;
  /** Where people reach this server; links in messages begin with it. */
  readonly publicUrl: string;
  /** There is no mail server: messages are kept for an admin to read. */
  readonly mailsAreKept: boolean;
}
