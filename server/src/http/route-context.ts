import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { AccountContext } from '../application/account-context.ts';
import type { EventFeed } from '../application/event-feed-port.ts';
import type { Geocoder } from '../application/geocoder-port.ts';
import type { SignInProvider } from '../application/sign-in-provider-port.ts';
import type { TravelTimes } from '../application/travel-times-port.ts';

/** The ways to sign in. */
export interface SignInMethods {
  /** Whether people can sign in with a password. */
  readonly passwords: boolean;
  readonly providers: readonly SignInProvider[];
  /** Whether browsers reach this server by https, which determines the cookies. */
  readonly isHttps: boolean;
}

/** The dependencies of the routes. */
export interface RouteContext extends AccountContext {
  readonly signIn: SignInMethods;
  readonly feed: EventFeed;
  readonly travelTimes: TravelTimes;
  /** The geocoding service; null without one. */
  readonly geocoder: Geocoder | null;
  /** Records that a mechanic was active, given when their session last recorded it. */
  readonly noteMechanicActivity: (mechanicId: string, lastActiveAt: Date | null) => Promise<void>;
  /** The key of the hashes under which requests are counted. */
  readonly countingSecret: string;
  /** The account of each demo button; null without the demo. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
}
