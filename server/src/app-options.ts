import type { MapFeature } from '@curbwrench/contract/maps/schemas';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { Store } from './database/connection/store.ts';
import type { BusinessSettings } from './application/rules/business-settings.ts';
import type { PasswordCost } from './accounts/adapters/password-hash.ts';
import type { LogSink } from './http/log-options.ts';
import type { Clock } from './application/clock.ts';
import type { Mailer } from './mail/mailer-port.ts';
import type { ProviderSettings } from './application/sign-in-provider-port.ts';
import type { MapStyleSettings } from './maps/style-adapter.ts';
import type { BuiltWebClient } from './pages/routes.ts';
import type { TwilioSettings } from './texting/twilio-adapter.ts';
import type { GeocoderSettings } from './places/geocoder-adapter.ts';
import type { ClientLimits } from './http/server-options.ts';

/** The options of `createApp`: the database, the clock, and what the environment configures. */
export interface AppOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The settings for a new database; after the first start, the settings in the database are used. */
  readonly initialBusiness: BusinessSettings;
  readonly authSecret: string;
  /** The cost of hashing a password, if not the default. */
  readonly passwordCost?: PasswordCost;
  readonly publicUrl: string;
  /** Whether people can sign in with passwords, and the providers they can use in addition or instead. */
  readonly signIn: { readonly passwords: boolean; readonly providers: readonly ProviderSettings[] };
  /** Whether staff must have a second factor. */
  readonly staffTwoFactor?: boolean;
  /** Sends email, and is closed with the application. Without a mailer, emails are stored for an admin to read. */
  readonly mailer?: Mailer | null;
  readonly logLevel: string;
  /** The account id for each demo button; null without the demo. */
  readonly demoAccounts: Readonly<Record<DemoAccount, string>> | null;
  /** The demo's fictional town, shown on maps if there is neither a street file nor a style. */
  readonly demoFeatures?: readonly MapFeature[] | null;
  /** The built web client, or null to serve only the API. */
  readonly web: BuiltWebClient | null;
  /** Addresses and networks whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** How many days mechanics' positions are kept, if not the default. */
  readonly positionRetentionDays?: number;
  /** The OSRM server that computes driving times; without one, they are estimated. */
  readonly routerUrl?: string | null;
  /** The PMTiles file with the streets to show on maps. */
  readonly mapFile?: string | null;
  /** A map style hosted on another server. */
  readonly mapStyle?: MapStyleSettings | null;
  /** The geocoding service; without one, addresses are located by the table of ZIP codes. */
  readonly geocoder?: GeocoderSettings | null;
  /** The Twilio account that sends text messages; without one, none are sent. */
  readonly twilio?: TwilioSettings | null;
  /** Origins of push services that are allowed in addition to the push services of the known browsers. */
  readonly pushOrigins?: readonly string[];
  /** The limits on clients, if not the default. */
  readonly clientLimits?: Partial<ClientLimits>;
  /** Where log lines go; default is standard output. */
  readonly logSink?: LogSink;
}
