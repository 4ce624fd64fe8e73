import type { DemoAccount } from '@curbwrench/contract/people';
import type { AccountContext } from '../application/account-context.ts';
import type { EventFeed } from '../application/event-feed-port.ts';
import type { SignInProvider } from '../application/sign-in-provider-port.ts';

/** By what people may come in here. */
export interface SignInWays {
  /** Accounts with a password. */
  readonly passwords: boolean;
  readonly providers: readonly SignInProvider[];
  /** Whether browsers reach this server by https, which decides on cookies. */
  readonly isHttps: boolean;
}

/** What the routes are composed with. */
export interface RouteContext extends AccountContext {
  readonly signIn: SignInWays;
  readonly feed: EventFeed;
  /** Records that a mechanic was active; takes when their session last knew them to be. */
  readonly noteMechanicActivity: (mechanicId: string, lastActiveAt: Date | null) => Promise<void>;
  /** The key of the hashes under which requests are counted. */
  readonly countingSecret: string;
  /** The account behind each demo button; null where the demo is off. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
}
