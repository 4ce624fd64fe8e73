import { z } from 'zod';
import type { BusinessSettings } from './domain/business-settings.ts';

/** Digits and nothing else: `Number` alone would also read ' ' as 0 and '1e3' as 1000. */
function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
}

const yesOrNo = z.enum(['yes', 'no']).transform((value) => value === 'yes');

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
});

const coordinates = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/)
  .transform((value) => value.split(',').map(Number))
  .transform(([lat = 0, lng = 0]) => ({ lat, lng }))
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  DATA_DIR: z.string().min(1).optional(),
  DEMO: z.enum(['on', 'off']).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  BUSINESS_NAME: z.string().min(1).max(80).default('Curbwrench'),
  BUSINESS_TIME_ZONE: timeZone.default('America/Los_Angeles'),
  BUSINESS_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  BUSINESS_PHONE: z.string().min(3).max(40).optional(),
  CITY_CENTRE: coordinates.default({ lat: 37.7749, lng: -122.4194 }),
  CANCEL_UNTIL_HOURS: wholeNumber(0, 720).default(24),
  MAX_OPEN_BOOKINGS: wholeNumber(1, 100).default(5),
  JOBS_END_WITHIN_HOURS: yesOrNo.default(false),
});

/** What each value must be, for the sentence that stops a start. */
const expectations: Record<keyof typeof environment.shape, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address people use, such as https://book.example.com',
  DATABASE_URL: 'a PostgreSQL address, such as postgres://user:password@host:5432/name',
  DATABASE_POOL: 'a number of connections from 2 to 200',
  DATA_DIR: 'a folder',
  DEMO: 'on or off',
  AUTH_SECRET: 'a secret text of at least 32 characters',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent',
  BUSINESS_NAME: 'a name of 1 to 80 characters',
  BUSINESS_TIME_ZONE: 'a time zone, such as America/Los_Angeles',
  BUSINESS_CURRENCY: 'a currency code of three letters, such as USD',
  BUSINESS_PHONE: 'a phone number',
  CITY_CENTRE: 'latitude and longitude, such as 37.7749,-122.4194',
  CANCEL_UNTIL_HOURS: 'a number of hours from 0 to 720',
  MAX_OPEN_BOOKINGS: 'a number from 1 to 100',
  JOBS_END_WITHIN_HOURS: 'yes or no',
};

/** The names `.env.example` must list, all of them. */
export const configNames = Object.keys(expectations);

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly demo: boolean;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly authSecret: string | null;
  readonly logLevel: string;
  readonly business: BusinessSettings;
}

/** A value that stops the start; its message is one sentence for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the whole configuration from the environment, once. An empty value counts as not set.
 * Throws a ConfigError that names the value which is wrong and says what it must be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    configNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`${name} must be ${Reflect.get(expectations, name)}.`);
  }
  const values = parsed.data;
  // D2: `npm start` alone is the demo; with a production database only when asked for.
  const demo = values.DEMO === undefined ? !values.DATABASE_URL : values.DEMO === 'on';
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET must be set to a secret text of at least 32 characters when DATABASE_URL is set, the same for every process.',
    );
  }
  return {
    port: values.PORT,
    host: values.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    demo,
    dataFolder: values.DATA_DIR ?? (demo ? 'data/demo' : 'data/business'),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePool: values.DATABASE_POOL,
    authSecret: values.AUTH_SECRET ?? null,
    logLevel: values.LOG_LEVEL,
    business: {
      name: values.BUSINESS_NAME,
      timeZone: values.BUSINESS_TIME_ZONE,
      currency: values.BUSINESS_CURRENCY,
      phone: values.BUSINESS_PHONE ?? null,
      cityCentre: values.CITY_CENTRE,
      cancelUntilHours: values.CANCEL_UNTIL_HOURS,
      maxOpenBookings: values.MAX_OPEN_BOOKINGS,
      jobsEndWithinHours: values.JOBS_END_WITHIN_HOURS,
    },
  };
}
