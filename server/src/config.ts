import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { isTimeZone } from '@curbwrench/contract/business/schemas';
import { defaultVisitorLimits } from '@curbwrench/contract/appointments/verification-code';
import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import type { BusinessSettings } from './application/rules/business-settings.ts';
import type { MapStyleSettings } from './maps/style-adapter.ts';
import { mapSettings, readMapStyle } from './map-settings.ts';
import type { GeocoderSettings } from './places/geocoder-adapter.ts';
import { readSecretFiles } from './secret-files.ts';
import { readGeocoder, serviceSettings } from './service-settings.ts';
import { readSignIn, signInSettings, type SignInSettings } from './sign-in-settings.ts';
import { isLoopbackHost } from './loopback-host.ts';
import type { TwilioSettings } from './texting/twilio-adapter.ts';
import { readTwilio, twilioExpectations, twilioSettings } from './twilio-settings.ts';

/**
 * Returns a schema for a whole number. Only digits are accepted: `Number` alone would also read ' ' as 0 and
 * '1e3' as 1000.
 */
function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum);
}

const yesOrNo = z.enum(['yes', 'no']).transform((value) => value === 'yes');

const timeZone = z.string().refine(isTimeZone);

const coordinates = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/)
  .transform((value) => value.split(',').map(Number))
  .transform(([lat = 0, lng = 0]) => ({ lat, lng }))
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);

/** Addresses and networks, such as 10.0.0.5 or 10.0.0.0/8, separated by commas. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork));

/**
 * The public URL of the server. Links in messages, and the URL that a provider redirects to, begin with it, so it may
 * not have a path, a password or a query.
 */
const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => new URL(text).href === `${new URL(text).origin}/`)
  .transform((text) => new URL(text).origin);

/** The sender of messages: an address, or a name and an address such as `Acme <desk@acme.example>`. */
const sender = z
  .string()
  .max(200)
  .regex(/^(?:[^<>]+<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/);

/**
 * The default number of connections: as many as a database on this machine can use, including some that wait
 * for the disk. With more connections, throughput falls: on two processors, ten connections made 10% fewer bookings
 * than six.
 */
export const defaultPoolSize = Math.min(20, 2 * availableParallelism() + 2);

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: networks.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).optional(),
  DATA_DIR: z.string().min(1).optional(),
  DEMO: z.enum(['on', 'off']).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  STAFF_TWO_FACTOR: z.enum(['required', 'optional']).default('optional'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  POSITION_RETENTION_DAYS: wholeNumber(1, 90).default(7),
  BUSINESS_NAME: z.string().min(1).max(80).default('Curbwrench'),
  BUSINESS_TIME_ZONE: timeZone.default('America/Los_Angeles'),
  BUSINESS_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  BUSINESS_PHONE: z.string().min(3).max(40).optional(),
  BUSINESS_ADDRESS: z.string().min(3).max(200).optional(),
  CITY_CENTER: coordinates.default({ lat: 37.7749, lng: -122.4194 }),
  CANCELLATION_CUTOFF_HOURS: wholeNumber(0, 720).default(24),
  MAX_OPEN_BOOKINGS: wholeNumber(1, 100).default(5),
  PLANS_START_BEFORE_PAYMENT: yesOrNo.default(false),
  BOOKING_NOTICE_HOURS: wholeNumber(0, 720).default(2),
  JOBS_MUST_END_WITHIN_WORKING_HOURS: yesOrNo.default(true),
  ...signInSettings,
  ...mapSettings,
  ...serviceSettings,
  ...twilioSettings,
});

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const bitCount = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0;
  if (bitCount === 0 || rest.length > 0) return false;
  // Refuses /0: a network of all addresses would trust every client as a proxy.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitCount);
}

/**
 * Line breaks, tabs and other control characters, which no value may contain. They usually come from a mistake
 * in quoting or pasting, and parsing a URL would drop them silently.
 */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** What each value must be, for the error message when startup fails. */
const expectations: Record<keyof typeof environment.shape, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PUBLIC_URL:
    'the address that users open, without a path, password or query, such as https://book.example.com',
  TRUSTED_PROXIES: 'addresses or networks separated by commas, such as 10.0.0.5,172.16.0.0/12',
  DATABASE_URL: 'a PostgreSQL URL, such as postgres://user:password@host:5432/name',
  MIGRATION_DATABASE_URL: 'a PostgreSQL URL of the same database with the role that owns it',
  DATABASE_POOL: 'a number of connections from 2 to 200',
  DATA_DIR: 'a folder',
  DEMO: 'on or off',
  AUTH_SECRET: 'a secret of at least 32 characters',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent',
  PASSWORDS: 'on or off',
  OIDC_ISSUER:
    'the issuer of an OpenID Connect provider, such as https://accounts.google.com (http only on this machine)',
  OIDC_CLIENT_ID: 'the client id issued by the provider',
  OIDC_CLIENT_SECRET: 'the client secret issued by the provider',
  OIDC_NAME: 'a name of 1 to 40 characters',
  STAFF_TWO_FACTOR: 'required or optional',
  SMTP_URL: 'a mail server, such as smtp://user:password@mail.example.com:587',
  MAIL_FROM: 'an email address, such as desk@example.com or Acme <desk@example.com>',
  POSITION_RETENTION_DAYS: 'a number of days from 1 to 90',
  BUSINESS_NAME: 'a name of 1 to 80 characters',
  BUSINESS_TIME_ZONE: 'a time zone, such as America/Los_Angeles',
  BUSINESS_CURRENCY: 'a three-letter currency code, such as USD',
  BUSINESS_PHONE: 'a phone number',
  BUSINESS_ADDRESS: 'an address of 3 to 200 characters',
  CITY_CENTER: 'latitude and longitude, such as 37.7749,-122.4194',
  CANCELLATION_CUTOFF_HOURS: 'a number of hours from 0 to 720',
  MAX_OPEN_BOOKINGS: 'a number from 1 to 100',
  PLANS_START_BEFORE_PAYMENT: 'yes or no',
  BOOKING_NOTICE_HOURS: 'a number of hours from 0 to 720',
  JOBS_MUST_END_WITHIN_WORKING_HOURS: 'yes or no',
  ROUTER_URL: 'the address of an OSRM server, such as http://127.0.0.1:5000, without a query',
  MAP_FILE: 'the path of a .pmtiles file',
  MAP_STYLE_URL: 'the https address of a map style (http only on this machine)',
  MAP_STYLE_URL_DARK: 'the https address of a map style (http only on this machine)',
  MAP_ORIGINS: 'https origins separated by commas, such as https://tiles.example.com',
  GEOCODER: 'photon or nominatim',
  GEOCODER_URL: 'the address of a Photon or Nominatim server, without a query',
  GEOCODER_PER_SECOND: 'a number of requests from 1 to 100',
  ...twilioExpectations,
};

/** The names of all environment variables, which `.env.example` must list. */
export const configNames = Object.keys(expectations);

/** The configuration of the process, parsed and with its defaults. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | null;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly demo: boolean;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** The URL for the role that owns the tables; null if `databaseUrl`'s role owns them. */
  readonly migrationUrl: string | null;
  readonly databasePool: number;
  readonly authSecret: string | null;
  readonly logLevel: string;
  /** How people sign in: with a password, a provider, or both. */
  readonly signIn: SignInSettings;
  /** Whether staff must have a second factor to do their work. */
  readonly staffTwoFactor: boolean;
  /** The mail server; null if messages are stored for an admin to read. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** For how many days mechanics' past positions are kept. */
  readonly positionRetentionDays: number;
  /** The OSRM server that computes driving times; null if they are estimated. */
  readonly routerUrl: string | null;
  /** The PMTiles file with the map's streets; null if there is none. */
  readonly mapFile: string | null;
  /** The map style from another server; null if there is none. */
  readonly mapStyle: MapStyleSettings | null;
  /** The geocoding service; null if addresses are located only by their ZIP code or city. */
  readonly geocoder: GeocoderSettings | null;
  /** The Twilio account that sends text messages; null if none are sent. */
  readonly twilio: TwilioSettings | null;
  /** The settings of a new business; admins can edit them later. */
  readonly business: BusinessSettings;
}

/** Thrown for an invalid value. The message is for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration for a command that creates no sessions, which needs neither the session secret nor
 * permission to read it.
 */
export function readConfigWithoutSecret(env: Readonly<Record<string, string | undefined>>): Config {
  // A placeholder that is long enough to be valid.
  return readConfig({ ...env, AUTH_SECRET: 'unused'.repeat(6), AUTH_SECRET_FILE: '' });
}

/** The former names of variables. Setting one is refused, because a server that ignored it would use the default. */
const formerNames = {
  POSITION_DAYS: 'POSITION_RETENTION_DAYS',
  CANCEL_UNTIL_HOURS: 'CANCELLATION_CUTOFF_HOURS',
  PLANS_BEFORE_PAYMENT: 'PLANS_START_BEFORE_PAYMENT',
  JOBS_END_WITHIN_HOURS: 'JOBS_MUST_END_WITHIN_WORKING_HOURS',
} as const satisfies Record<string, keyof typeof environment.shape>;

/**
 * Reads the configuration from the environment, and secrets also from the files that it points to. An empty
 * value counts as not set. Throws a ConfigError that names an invalid variable and says what it must be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  for (const [formerName, name] of Object.entries(formerNames)) {
    if (env[formerName]) throw new ConfigError(`${formerName} has been renamed to ${name}.`);
  }
  const resolved = readSecretFiles(env);
  if ('problem' in resolved) throw new ConfigError(resolved.problem);
  const rawValues = Object.fromEntries(
    configNames.flatMap((name) => (resolved.env[name] ? [[name, resolved.env[name]]] : [])),
  );
  for (const [name, value] of Object.entries(rawValues)) {
    if (!controlCharacters.test(value)) continue;
    throw new ConfigError(`${name} must be one line, without tabs or other control characters.`);
  }
  const parsed = environment.safeParse(rawValues);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`${name} must be ${Reflect.get(expectations, name)}.`);
  }
  const values = parsed.data;
  // Without configuration, `npm start` runs the demo; with a production database, it does so only if requested.
  const demo = values.DEMO === undefined ? !values.DATABASE_URL : values.DEMO === 'on';
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET must be set too when DATABASE_URL is set: a secret of at least 32 characters, the same for every process.',
    );
  }
  if (values.MIGRATION_DATABASE_URL && !values.DATABASE_URL) {
    throw new ConfigError(
      'MIGRATION_DATABASE_URL must be set together with DATABASE_URL, and name the same database.',
    );
  }
  return {
    port: values.PORT,
    host: getHost(values, demo),
    publicUrl: values.PUBLIC_URL ?? null,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    demo,
    dataFolder: values.DATA_DIR ?? (demo ? 'data/demo' : 'data/business'),
    databaseUrl: values.DATABASE_URL ?? null,
    migrationUrl: values.MIGRATION_DATABASE_URL ?? null,
    databasePool: values.DATABASE_POOL ?? defaultPoolSize,
    authSecret: values.AUTH_SECRET ?? null,
    logLevel: values.LOG_LEVEL,
    signIn: throwIfInvalid(readSignIn(values)),
    staffTwoFactor: values.STAFF_TWO_FACTOR === 'required',
    mail: getMailSettings(values, demo),
    positionRetentionDays: values.POSITION_RETENTION_DAYS,
    routerUrl: values.ROUTER_URL ?? null,
    mapFile: values.MAP_FILE ?? null,
    mapStyle: throwIfInvalid(readMapStyle(values)),
    geocoder: throwIfInvalid(readGeocoder(values)),
    // The demo sends no text messages and no email.
    twilio: demo ? null : throwIfInvalid(readTwilio(values)),
    business: {
      ...defaultBookingRules,
      ...defaultVisitorLimits,
      name: values.BUSINESS_NAME,
      timeZone: values.BUSINESS_TIME_ZONE,
      currency: values.BUSINESS_CURRENCY,
      phone: values.BUSINESS_PHONE ?? null,
      address: values.BUSINESS_ADDRESS ?? null,
      cityCenter: values.CITY_CENTER,
      cancellationCutoffHours: values.CANCELLATION_CUTOFF_HOURS,
      maxOpenBookings: values.MAX_OPEN_BOOKINGS,
      plansStartBeforePayment: values.PLANS_START_BEFORE_PAYMENT,
      noticeHours: values.BOOKING_NOTICE_HOURS,
      jobsMustEndWithinWorkingHours: values.JOBS_MUST_END_WITHIN_WORKING_HOURS,
      landingHeadline: null,
      landingIntro: null,
      outsideAreaPolicy: 'refuse',
      bufferMinutes: 0,
    },
  };
}

/**
 * Returns the host to listen on. Except in the demo, pages are sent over a network only with https (ASVS 5.0 12.2.1): a
 * PUBLIC_URL that other machines can reach must be https, and without a PUBLIC_URL the server accepts connections only
 * from this machine. A container, whose port is published to this machine, sets both a local PUBLIC_URL and HOST.
 */
function getHost({ HOST, PUBLIC_URL }: z.output<typeof environment>, demo: boolean): string {
  if (demo) return HOST ?? '127.0.0.1';
  if (
    PUBLIC_URL &&
    !PUBLIC_URL.startsWith('https:') &&
    !isLoopbackHost(new URL(PUBLIC_URL).hostname)
  ) {
    throw new ConfigError(
      'PUBLIC_URL must begin with https, since http would send passwords in clear text; only localhost may use http.',
    );
  }
  if (!PUBLIC_URL && HOST && !isLoopbackHost(HOST)) {
    throw new ConfigError(
      'PUBLIC_URL must be set to an https address when HOST allows connections from other machines.',
    );
  }
  return HOST ?? (PUBLIC_URL?.startsWith('https:') ? '0.0.0.0' : '127.0.0.1');
}

/** Returns the settings, or throws a ConfigError if they have a problem. */
function throwIfInvalid<Settings extends object | null>(
  settings: Settings | { readonly problem: string },
): Settings {
  if (settings && 'problem' in settings) throw new ConfigError(String(settings.problem));
  return settings;
}

/** Returns the mail settings; null for the demo, which sends no email. */
function getMailSettings(values: z.output<typeof environment>, demo: boolean): Config['mail'] {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = values;
  if (!SMTP_URL || demo) return null;
  if (!MAIL_FROM) {
    throw new ConfigError('MAIL_FROM must be set too: it is the sender address of messages.');
  }
  if (!PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL must be set too: messages contain links to this server.');
  }
  return { smtpUrl: SMTP_URL, from: MAIL_FROM };
}
