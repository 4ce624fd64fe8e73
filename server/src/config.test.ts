import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ConfigError, configNames, readConfig } from './config.ts';

const secret = 'x'.repeat(32);
const postgres = 'postgres://user:password@host:5432/name';

test('without any value it is the demo, for this machine only', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    demo: true,
    dataFolder: 'data/demo',
    databaseUrl: null,
    databasePool: 10,
    authSecret: null,
    logLevel: 'warn',
    business: {
      name: 'Curbwrench',
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      phone: null,
      cityCentre: { lat: 37.7749, lng: -122.4194 },
      cancelUntilHours: 24,
      maxOpenBookings: 5,
      jobsEndWithinHours: false,
    },
  });
});

test('a real business has a folder of its own, and listens to all', () => {
  expect(readConfig({ DEMO: 'off' })).toMatchObject({
    demo: false,
    dataFolder: 'data/business',
    host: '0.0.0.0',
  });
});

test('with a production database the demo is off unless asked for', () => {
  const production = { DATABASE_URL: postgres, AUTH_SECRET: secret };
  expect(readConfig(production)).toMatchObject({ demo: false, databaseUrl: postgres });
  expect(readConfig({ ...production, DEMO: 'on' })).toMatchObject({
    demo: true,
    host: '127.0.0.1',
  });
});

test('a production database needs a secret that all its processes share', () => {
  expect(() => readConfig({ DATABASE_URL: postgres })).toThrow(/^AUTH_SECRET must be set .*\.$/);
});

test('every value is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://book.example.com/',
    DATABASE_URL: 'postgresql://host/name',
    DATABASE_POOL: '20',
    DATA_DIR: '/tmp/data',
    AUTH_SECRET: secret,
    LOG_LEVEL: 'silent',
    BUSINESS_NAME: 'Acme',
    BUSINESS_TIME_ZONE: 'Europe/Madrid',
    BUSINESS_CURRENCY: 'EUR',
    BUSINESS_PHONE: '+34 600 000 000',
    CITY_CENTRE: '40.4168, -3.7038',
    CANCEL_UNTIL_HOURS: '0',
    MAX_OPEN_BOOKINGS: '1',
    JOBS_END_WITHIN_HOURS: 'yes',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'https://book.example.com',
    databasePool: 20,
    dataFolder: '/tmp/data',
    authSecret: secret,
    logLevel: 'silent',
    business: {
      name: 'Acme',
      timeZone: 'Europe/Madrid',
      currency: 'EUR',
      phone: '+34 600 000 000',
      cityCentre: { lat: 40.4168, lng: -3.7038 },
      cancelUntilHours: 0,
      maxOpenBookings: 1,
      jobsEndWithinHours: true,
    },
  });
});

test('an empty value counts as not set, and what is not ours is left alone', () => {
  const empty = Object.fromEntries(configNames.map((name) => [name, '']));
  expect(readConfig({ ...empty, HOME: '/root', PORTS: 'x' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', ['x', '-1', '65536', '3000.5', '1e3', '0x50', ' ', '3000 ', 'NaN', 'Infinity']],
  ['PUBLIC_URL', ['book.example.com', 'ftp://example.com', 'javascript:alert(1)', 'http//x']],
  ['DATABASE_URL', ['mysql://host/name', 'host', 'http://host']],
  ['DATABASE_POOL', ['0', '1', '201', 'ten', '-5', '2.5']],
  ['DEMO', ['yes', 'true', 'ON', '1']],
  ['AUTH_SECRET', ['short', 'x'.repeat(31)]],
  ['LOG_LEVEL', ['loud', 'WARN']],
  ['BUSINESS_NAME', ['x'.repeat(81)]],
  ['BUSINESS_TIME_ZONE', ['Mars/Olympus', 'Los Angeles', 'GMT+25']],
  ['BUSINESS_CURRENCY', ['dollars', 'us', 'usd', 'USDX']],
  ['BUSINESS_PHONE', ['12', 'x'.repeat(41)]],
  ['CITY_CENTRE', ['San Francisco', '91,0', '0,181', '37.7', '37.7,', '1,2,3', 'NaN,0']],
  ['CANCEL_UNTIL_HOURS', ['-1', '721', 'a day', '1.5', ' ']],
  ['MAX_OPEN_BOOKINGS', ['0', '101', 'five', '1e1']],
  ['JOBS_END_WITHIN_HOURS', ['maybe', 'true', 'YES']],
])('a wrong %s stops the start with a sentence that names it', (name, values) => {
  for (const value of values) {
    const start = (): unknown => readConfig({ [name]: value });
    expect(start, `${name}=${value}`).toThrow(ConfigError);
    expect(start, `${name}=${value}`).toThrow(new RegExp(`^${name} must be .+\\.$`));
  }
});

test('.env.example lists every value there is, and none that is not', async () => {
  const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(configNames.toSorted());
});

test('.env.example names the defaults', async () => {
  const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const set: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/^#([A-Z_]+)=(.*)$/gm)) {
    // These are examples; without them there is no such thing.
    if (name !== 'DATABASE_URL' && name !== 'PUBLIC_URL') set[name] = value;
  }
  expect(readConfig(set)).toEqual(readConfig({}));
});
