import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { AccountContext } from '../application/account-context.ts';
import type { EventFeed } from '../application/event-feed-port.ts';
import type { Geocoder } from '../application/geocoder-port.ts';
import type { SignInProvider } from '../application/sign-in-provider-port.ts';
import type { TravelTimes } from '../application/travel-times-port.ts';

/** How people can sign in. */
export interface SignInMethods {
  /** Whether people can sign in with a password. */
  readonly passwords: boolean;
  readonly providers: readonly SignInProvider[];
  /** Whether browsers reach this server over https, which determines the names and flags of cookies. */
  readonly isHttps: boolean;
}

/** The dependencies of the routes. */
export interface RouteContext extends AccountContext {
  readonly signIn: SignInMethods;
  readonly feed: EventFeed;
  readonly travelTimes: TravelTimes;
  /** The geocoding service; null if none is configured. */
  readonly geocoder: Geocoder | null;
  /** Records that a mechanic is active now; `lastActiveAt` is when their activity was last recorded. */
  readonly recordMechanicActivity: (mechanicId: string, lastActiveAt: Date | null) => Promise<void>;
  /** Which channels are set up. Messages for the other channels are stored but not sent. */
  readonly messageChannelsSetUp: Readonly<Record<MessageChannel, boolean>>;
  /** The secret from which the tokens in appointment links are derived (`deriveLinkSecret`). */
  readonly linkSecret: string;
  /** The secret for hashing caller identifiers, which rate limits use as keys. */
  readonly pseudonymSecret: string;
  /** The account id for each demo button; null if this business is not the demo. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
}
