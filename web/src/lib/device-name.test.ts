import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `${mozilla} (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 14.1; rv:140.0) Gecko/20100101 Firefox/140.0`,
    'Firefox on Mac',
  ],
  [
    `${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`,
    'Chrome on Linux',
  ],
  ['curl/8.5.0', 'Unknown device'],
  [null, 'Unknown device'],
])("'%s' is shown as %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
