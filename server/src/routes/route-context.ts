import type { DemoAccount } from '@curbwrench/contract/people';
import type { Context } from '../commands/transaction.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type { Identity } from '../ports/identity.ts';

/** What the routes are composed with. */
export interface RouteContext extends Context {
  readonly identity: Identity;
  readonly feed: EventFeed;
  /** The account behind each demo button; null where the demo is off. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
}
