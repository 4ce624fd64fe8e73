import type { Identity } from './identity-port.ts';
import type { Context } from './transaction.ts';

/** The dependencies of account commands. */
export interface AccountContext extends Context {
  readonly identity: Identity;
  /** The public URL of this server; links in messages begin with it. */
  readonly publicUrl: string;
  /** Whether there is no mail server, so that messages are stored for an admin to read. */
  readonly storesEmail: boolean;
}
