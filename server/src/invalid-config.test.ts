import { expect, test } from 'vitest';
import { ConfigError, configNames, readConfig } from './config.ts';

test.each([
  ['PORT', ['x', '-1', '65536', '3000.5', '1e3', '0x50', ' ', '3000 ', 'NaN', 'Infinity']],
  [
    'PUBLIC_URL',
    [
      'book.example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'http//x',
      'https://example.com/book',
      'https://example.com/book/',
      'https://example.com//',
      'https://user@example.com',
      'https://user:password@example.com',
      'https://example.com/?',
      'https://example.com?page=1',
      'https://example.com/#',
      'https://example.com#top',
    ],
  ],
  [
    'TRUSTED_PROXIES',
    [
      'proxy',
      '10.0.0',
      '10.0.0.0/33',
      '::/129',
      '0.0.0.0/0',
      '::1/',
      ',',
      '10.0.0.1,,::1',
      '1/2/3',
    ],
  ],
  ['DATABASE_URL', ['mysql://host/name', 'host', 'http://host']],
  ['MIGRATION_DATABASE_URL', ['mysql://host/name', 'host', 'http://host']],
  ['DATABASE_POOL', ['0', '1', '201', 'ten', '-5', '2.5']],
  ['DEMO', ['yes', 'true', 'ON', '1']],
  ['AUTH_SECRET', ['short', 'x'.repeat(31)]],
  ['LOG_LEVEL', ['loud', 'WARN']],
  ['STAFF_TWO_FACTOR', ['yes', 'REQUIRED']],
  ['SMTP_URL', ['mail.example.com', 'http://mail.example.com', 'smtp//x']],
  ['MAIL_FROM', ['desk', 'desk@', 'a@b@c', 'Acme <desk>', 'a b@c.de', 'A\n<a@b.c>']],
  ['PASSWORDS', ['no', 'OFF', '0']],
  [
    'OIDC_ISSUER',
    [
      'accounts.example.com',
      'http://accounts.example.com',
      'ftp://accounts.example.com',
      'https://accounts.example.com/?tenant=1',
      'https://accounts.example.com/#a',
      'https://user@accounts.example.com',
      'http://localhost.example.com',
      'http://127.0.0.2',
    ],
  ],
  ['OIDC_CLIENT_ID', ['x'.repeat(501)]],
  ['OIDC_CLIENT_SECRET', ['x'.repeat(2001)]],
  ['OIDC_NAME', ['x'.repeat(41)]],
  ['POSITION_RETENTION_DAYS', ['0', '91', 'a week', '1.5']],
  ['BUSINESS_NAME', ['x'.repeat(81)]],
  ['BUSINESS_TIME_ZONE', ['Mars/Olympus', 'Los Angeles', 'GMT+25', '+02:00']],
  ['BUSINESS_CURRENCY', ['dollars', 'us', 'usd', 'USDX']],
  ['BUSINESS_PHONE', ['12', 'x'.repeat(41)]],
  ['BUSINESS_ADDRESS', ['12', 'x'.repeat(201)]],
  ['CITY_CENTER', ['San Francisco', '91,0', '0,181', '37.7', '37.7,', '1,2,3', 'NaN,0']],
  ['CANCELLATION_CUTOFF_HOURS', ['-1', '721', 'a day', '1.5', ' ']],
  ['MAX_OPEN_BOOKINGS', ['0', '101', 'five', '1e1']],
  ['PLANS_START_BEFORE_PAYMENT', ['maybe', 'true']],
  ['BOOKING_NOTICE_HOURS', ['-1', '721', 'two', '1.5']],
  ['JOBS_MUST_END_WITHIN_WORKING_HOURS', ['maybe', 'true', 'YES']],
  [
    'TWILIO_ACCOUNT_SID',
    ['AC', `SK${'0'.repeat(32)}`, `AC${'0'.repeat(31)}g`, `AC${'0'.repeat(33)}`],
  ],
  ['TWILIO_API_KEY', ['SK', `AC${'0'.repeat(32)}`]],
  ['TWILIO_API_SECRET', ['x'.repeat(201)]],
  ['TWILIO_AUTH_TOKEN', ['x'.repeat(201)]],
  ['TWILIO_MESSAGING_SERVICE_SID', ['+14155552671', `AC${'0'.repeat(32)}`]],
  ['TWILIO_API_URL', ['twilio', 'http://api.twilio.com', 'https://a:b@host', 'https://host/?a=1']],
  ['GEOCODER', ['google', 'PHOTON', 'none']],
  ['GEOCODER_URL', ['photon', 'ftp://host', 'http://user@host', 'http://host/?a=1', 'http://h/#a']],
  ['GEOCODER_PER_SECOND', ['0', '101', '0.5', 'one']],
  [
    'ROUTER_URL',
    [
      'router',
      'ftp://host',
      'http://user@host',
      'http://:pass@host',
      'http://host/?a=1',
      'http://h/#a',
    ],
  ],
])('an invalid %s makes startup fail with an error that names the variable', (name, values) => {
  for (const value of values) {
    const start = (): unknown => readConfig({ [name]: value });
    expect(start, `${name}=${value}`).toThrow(ConfigError);
    expect(start, `${name}=${value}`).toThrow(new RegExp(`^${name} must be .+\\.$`));
  }
});

test.each(configNames)(
  'a value of %s with line breaks or control characters makes startup fail @protection.configuration',
  (name) => {
    for (const character of ['\n', '\r', '\t', '\0', '\u007f', '\u0085', '\u2028', '\u2029']) {
      expect(
        () => readConfig({ [name]: `some${character}thing` }),
        JSON.stringify(character),
      ).toThrow(
        new ConfigError(`${name} must be one line, without tabs or other control characters.`),
      );
    }
  },
);
