import type { Identity } from './identity-port.ts';
import type { Context } from './transaction.ts';

/** What the commands on accounts need in addition to `Context`. */
export interface AccountContext extends Context {
  readonly identity: Identity;
  /** The public address of this server; links in messages begin with it. */
  readonly publicUrl: string;
  /** Whether there is no mail server, so that messages are stored for an admin to read. */
  readonly mailsAreStored: boolean;
}
