import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { ConfigError, configNames, readConfig } from './config.ts';

const secret = 'x'.repeat(32);
const postgres = 'postgres://user:password@host:5432/name';

test('without environment variables, the server runs the demo and accepts connections only from this machine', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    trustedProxies: [],
    demo: true,
    dataFolder: 'data/demo',
    databaseUrl: null,
    migrationUrl: null,
    databasePool: Math.min(20, 2 * availableParallelism() + 2),
    authSecret: null,
    logLevel: 'warn',
    signIn: { passwords: true, providers: [] },
    staffTwoFactor: false,
    mail: null,
    routerUrl: null,
    mapFile: null,
    mapStyle: null,
    geocoder: null,
    twilio: null,
    positionRetentionDays: 7,
    business: {
      name: 'Curbwrench',
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      phone: null,
      address: null,
      cityCenter: { lat: 37.7749, lng: -122.4194 },
      cancellationCutoffHours: 24,
      maxOpenBookings: 5,
      maxOpenVisitorBookings: 2,
      codesPerMailbox: 3,
      codesPerNetwork: 10,
      codesPerDay: 200,
      plansStartBeforePayment: false,
      noticeHours: 2,
      jobsMustEndWithinWorkingHours: true,
      landingHeadline: null,
      landingIntro: null,
      bufferMinutes: 0,
      slotIntervalMinutes: 60,
      windowDays: 30,
      outsideAreaPolicy: 'refuse',
      businessHours: [
        null,
        ...Array.from({ length: 5 }, () => ({ opens: '08:00', closes: '18:00' })),
        null,
      ],
    },
  });
});

test('a real business has its own data folder, and accepts connections from other machines only if it has a public URL', () => {
  expect(readConfig({ DEMO: 'off' })).toMatchObject({
    demo: false,
    dataFolder: 'data/business',
    host: '127.0.0.1',
  });
  const published = { DEMO: 'off', PUBLIC_URL: 'https://book.example.com' };
  expect(readConfig(published)).toMatchObject({ host: '0.0.0.0' });
});

test.each(['http://book.example.com', 'http://10.0.0.5:3000', 'http://localhost.example.com'])(
  'a real business does not accept unencrypted connections from other machines: %s @protection.clear-text',
  (address) => {
    const message = /^PUBLIC_URL must begin with https, .+\.$/;
    expect(() => readConfig({ DEMO: 'off', PUBLIC_URL: address })).toThrow(message);
    expect(readConfig({ PUBLIC_URL: address })).toMatchObject({ publicUrl: address });
  },
);

test('the public URL is normalized the way browsers do it', () => {
  for (const text of ['https://Book.Example.com', 'https://book.example.com:443/']) {
    expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe('https://book.example.com');
  }
});

test('a real business allows http only from this machine @protection.clear-text', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const publicUrl = `http://${host}:3000`;
    const config = readConfig({ DEMO: 'off', PUBLIC_URL: publicUrl });
    expect(config).toMatchObject({ publicUrl, host: '127.0.0.1' });
    const inContainer = readConfig({ DEMO: 'off', PUBLIC_URL: publicUrl, HOST: '0.0.0.0' });
    expect(inContainer).toMatchObject({ host: '0.0.0.0' });
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.5']) {
    expect(() => readConfig({ DEMO: 'off', HOST: host })).toThrow(
      /^PUBLIC_URL must be set to an https address when HOST allows connections from other machines\.$/,
    );
  }
  expect(readConfig({ DEMO: 'off', HOST: '::1' })).toMatchObject({ host: '::1' });
});

test('with a production database, the demo is off unless requested', () => {
  const production = { DATABASE_URL: postgres, AUTH_SECRET: secret };
  expect(readConfig(production)).toMatchObject({ demo: false, databaseUrl: postgres });
  expect(readConfig({ ...production, DEMO: 'on' })).toMatchObject({
    demo: true,
    host: '127.0.0.1',
  });
});

test('a production database needs a secret that all its processes share @protection.configuration', () => {
  expect(() => readConfig({ DATABASE_URL: postgres })).toThrow(/^AUTH_SECRET must be set .*\.$/);
});

test('the role that owns the database can have a separate URL', () => {
  const production = { DATABASE_URL: postgres, AUTH_SECRET: secret };
  expect(readConfig(production)).toMatchObject({ migrationUrl: null });
  const owner = 'postgres://owner@host/name';
  expect(readConfig({ ...production, MIGRATION_DATABASE_URL: owner })).toMatchObject({
    databaseUrl: postgres,
    migrationUrl: owner,
  });
  expect(() => readConfig({ MIGRATION_DATABASE_URL: owner })).toThrow(ConfigError);
});

const twilioId = '0123456789abcdef0123456789abcdef';
const twilio = {
  TWILIO_ACCOUNT_SID: `AC${twilioId}`,
  TWILIO_API_KEY: `SK${twilioId}`,
  TWILIO_API_SECRET: 'an API secret',
  TWILIO_AUTH_TOKEN: 'an auth token',
  TWILIO_MESSAGING_SERVICE_SID: `MG${twilioId}`,
};

test('every environment variable is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://book.example.com/',
    TRUSTED_PROXIES: '10.0.0.5, 172.16.0.0/12,::1',
    DATABASE_URL: 'postgresql://host/name',
    DATABASE_POOL: '20',
    DATA_DIR: '/tmp/data',
    AUTH_SECRET: secret,
    LOG_LEVEL: 'silent',
    POSITION_RETENTION_DAYS: '90',
    BUSINESS_NAME: 'Acme',
    BUSINESS_TIME_ZONE: 'Europe/Madrid',
    BUSINESS_CURRENCY: 'EUR',
    BUSINESS_PHONE: '+34 600 000 000',
    BUSINESS_ADDRESS: 'Calle Mayor 1, Madrid',
    CITY_CENTER: '40.4168, -3.7038',
    CANCELLATION_CUTOFF_HOURS: '0',
    MAX_OPEN_BOOKINGS: '1',
    PLANS_START_BEFORE_PAYMENT: 'yes',
    BOOKING_NOTICE_HOURS: '0',
    JOBS_MUST_END_WITHIN_WORKING_HOURS: 'no',
    ROUTER_URL: 'http://127.0.0.1:5000/osrm/',
    MAP_STYLE_URL: 'https://maps.example.com/style.json?key=k',
    MAP_STYLE_URL_DARK: 'http://localhost:8080/dark.json',
    MAP_ORIGINS: 'https://tiles.example.com/, https://a.example:8443',
    GEOCODER: 'photon',
    GEOCODER_URL: 'http://127.0.0.1:2322/',
    GEOCODER_PER_SECOND: '20',
    ...twilio,
    TWILIO_API_URL: 'http://127.0.0.1:4010/',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'https://book.example.com',
    trustedProxies: ['10.0.0.5', '172.16.0.0/12', '::1'],
    databasePool: 20,
    dataFolder: '/tmp/data',
    authSecret: secret,
    logLevel: 'silent',
    positionRetentionDays: 90,
    routerUrl: 'http://127.0.0.1:5000/osrm',
    mapStyle: {
      url: 'https://maps.example.com/style.json?key=k',
      darkUrl: 'http://localhost:8080/dark.json',
      origins: ['https://tiles.example.com', 'https://a.example:8443'],
    },
    geocoder: { service: 'photon', url: 'http://127.0.0.1:2322', perSecond: 20 },
    twilio: {
      apiUrl: 'http://127.0.0.1:4010',
      accountSid: twilio.TWILIO_ACCOUNT_SID,
      apiKey: twilio.TWILIO_API_KEY,
      apiSecret: 'an API secret',
      authToken: 'an auth token',
      messagingServiceSid: twilio.TWILIO_MESSAGING_SERVICE_SID,
    },
    business: {
      name: 'Acme',
      timeZone: 'Europe/Madrid',
      currency: 'EUR',
      phone: '+34 600 000 000',
      address: 'Calle Mayor 1, Madrid',
      cityCenter: { lat: 40.4168, lng: -3.7038 },
      cancellationCutoffHours: 0,
      maxOpenBookings: 1,
      plansStartBeforePayment: true,
      noticeHours: 0,
      jobsMustEndWithinWorkingHours: false,
    },
  });
});

const oidc = {
  OIDC_ISSUER: 'https://accounts.example.com',
  OIDC_CLIENT_ID: 'curbwrench',
  OIDC_CLIENT_SECRET: 'a secret',
};

test('a sign-in provider is used in addition to passwords, or instead of them', () => {
  const provider = {
    id: 'oidc',
    name: 'Single sign-on',
    issuer: 'https://accounts.example.com',
    clientId: 'curbwrench',
    clientSecret: 'a secret',
  };
  expect(readConfig(oidc).signIn).toEqual({ passwords: true, providers: [provider] });
  expect(readConfig({ ...oidc, PASSWORDS: 'off', OIDC_NAME: 'Acme' }).signIn).toEqual({
    passwords: false,
    providers: [{ ...provider, name: 'Acme' }],
  });
});

test.each(Object.keys(oidc))(
  'a sign-in provider without %s makes startup fail @protection.configuration',
  (name) => {
    expect(() => readConfig({ ...oidc, [name]: '' })).toThrow(
      new RegExp(`^${name} must be set too: a provider needs .+\\.$`),
    );
  },
);

test('without passwords, a sign-in provider is required', () => {
  expect(() => readConfig({ PASSWORDS: 'off' })).toThrow(/^OIDC_ISSUER must be set too: .+\.$/);
});

test('a sign-in provider may use http only on this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const issuer = `http://${host}:4000/realm`;
    expect(readConfig({ ...oidc, OIDC_ISSUER: issuer }).signIn.providers[0]?.issuer).toBe(issuer);
  }
});

test('messages are sent by a mail server, but never in the demo', () => {
  const mail = {
    SMTP_URL: 'smtp://user:pass@mail.example.com:587',
    MAIL_FROM: 'Acme <desk@example.com>',
    PUBLIC_URL: 'https://book.example.com',
  };
  expect(readConfig({ ...mail, DEMO: 'off' }).mail).toEqual({
    smtpUrl: 'smtp://user:pass@mail.example.com:587',
    from: 'Acme <desk@example.com>',
  });
  expect(readConfig(mail).mail).toBeNull();
  for (const name of ['MAIL_FROM', 'PUBLIC_URL']) {
    expect(() => readConfig({ ...mail, DEMO: 'off', [name]: '' })).toThrow(
      new RegExp(`^${name} must be set too: .+\\.$`),
    );
  }
});

test('maps show a street file or a style, not both @protection.configuration', () => {
  const style = { MAP_STYLE_URL: 'https://maps.example.com/style.json' };
  expect(readConfig({ MAP_FILE: '/srv/city.pmtiles' })).toMatchObject({
    mapFile: '/srv/city.pmtiles',
    mapStyle: null,
  });
  expect(() => readConfig({ ...style, MAP_FILE: '/srv/city.pmtiles' })).toThrow(
    /^MAP_FILE and MAP_STYLE_URL must not both be set: .+\.$/,
  );
  for (const name of ['MAP_STYLE_URL_DARK', 'MAP_ORIGINS']) {
    expect(() => readConfig({ [name]: 'https://maps.example.com' })).toThrow(
      `${name} must be set together with MAP_STYLE_URL.`,
    );
  }
});

test("a map's URLs are https, and safe in a content security policy @protection.configuration", () => {
  const style = { MAP_STYLE_URL: 'https://maps.example.com/style.json' };
  const invalidUrls = [
    'maps.example.com',
    'ftp://maps.example.com',
    'http://maps.example.com',
    'https://user@maps.example.com',
    'https://maps.example.com/#a',
    'https://maps.example.com;script-src',
    "https://'self'",
    'https://*.example.com',
  ];
  for (const value of invalidUrls) {
    for (const name of ['MAP_STYLE_URL', 'MAP_STYLE_URL_DARK', 'MAP_ORIGINS']) {
      expect(() => readConfig({ ...style, [name]: value }), `${name}=${value}`).toThrow(
        new RegExp(`^${name} must be (the )?https .+\\.$`),
      );
    }
  }
  for (const value of ['https://a.example/path', 'https://a.example,,https://b.example', '*']) {
    expect(() => readConfig({ ...style, MAP_ORIGINS: value }), value).toThrow(/^MAP_ORIGINS must/);
  }
});

test('a geocoder needs a service and a URL; by default, Nominatim is queried once per second and Photon five times', () => {
  const url = 'https://places.example.com';
  for (const [service, perSecond] of [
    ['nominatim', 1],
    ['photon', 5],
  ] as const) {
    expect(readConfig({ GEOCODER: service, GEOCODER_URL: url }).geocoder).toEqual({
      service,
      url,
      perSecond,
    });
  }
  expect(() => readConfig({ GEOCODER: 'photon' })).toThrow(/^GEOCODER_URL must be set too: .+\.$/);
  expect(() => readConfig({ GEOCODER_URL: url })).toThrow(/^GEOCODER must be set too: .+\.$/);
});

test('text messages need all Twilio settings, including a Messaging Service, and a public URL @messages.sms-setup', () => {
  const settings = { DEMO: 'off', PUBLIC_URL: 'https://book.example.com', ...twilio };
  expect(readConfig(settings).twilio).toMatchObject({ apiUrl: 'https://api.twilio.com' });
  for (const name of Object.keys(twilio)) {
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
      new RegExp(`^${name} must be set too: .+\\.$`),
    );
  }
  expect(() => readConfig({ ...settings, PUBLIC_URL: '' })).toThrow(/^PUBLIC_URL must be set too/);
  const urlAlone = { DEMO: 'off', TWILIO_API_URL: 'https://api.example.com' };
  expect(() => readConfig(urlAlone)).toThrow(/^TWILIO_ACCOUNT_SID must be set too: .+\.$/);
  // The demo sends no text messages.
  expect(readConfig({ ...settings, DEMO: 'on' }).twilio).toBeNull();
});

test('staff need a second factor if the business requires it', () => {
  expect(readConfig({ STAFF_TWO_FACTOR: 'required' }).staffTwoFactor).toBe(true);
});

test('a variable that has been renamed is refused under its former name @protection.configuration', () => {
  expect(() => readConfig({ POSITION_DAYS: '30' })).toThrow(
    new ConfigError('POSITION_DAYS has been renamed to POSITION_RETENTION_DAYS.'),
  );
  expect(readConfig({ POSITION_DAYS: '' }).positionRetentionDays).toBe(7);
});

test('an empty value counts as not set, and other variables are ignored', () => {
  const empty = Object.fromEntries(configNames.map((name) => [name, '']));
  expect(readConfig({ ...empty, HOME: '/root', PORTS: 'x' })).toEqual(readConfig({}));
});

test('.env.example lists every environment variable, and no others', async () => {
  const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const listedNames = [...text.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(listedNames.toSorted()).toEqual(configNames.toSorted());
});

test('.env.example contains the defaults', async () => {
  const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const defaults: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/^#([A-Z_]+)=(.*)$/gm)) {
    // These are examples and have no default.
    const isExample = [
      'DATABASE_URL',
      'MIGRATION_DATABASE_URL',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
    ].includes(name);
    if (!isExample) defaults[name] = value;
  }
  expect(readConfig(defaults)).toEqual(readConfig({}));
});
