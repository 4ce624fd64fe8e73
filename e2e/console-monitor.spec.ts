import { expect, test } from '@playwright/test';
import { ConsoleMonitor } from './console-monitor.ts';

test('any console output or error of a page fails its test, unless the test announced it', async ({
  page,
}) => {
  const monitor = new ConsoleMonitor();
  monitor.allow('/announced', 'status of 409 ');
  monitor.follow(page);
  await page.route('http://curbwrench.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const status = pathname === '/' ? 200 : 409;
    return route.fulfill({ status, contentType: 'text/html', body: '<title>A page</title>' });
  });
  await page.goto('http://curbwrench.test/');

  await page.evaluate(() => fetch('/announced'));
  expect(monitor.unexpected).toEqual([]);

  await page.evaluate(`
    console.error('an error');
    console.warn('a warning');
    console.info('only an information');
  `);
  await page.evaluate(() => fetch('/surprise'));
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a crash');
    });
  });
  await expect
    .poll(() => monitor.unexpected)
    .toEqual([
      expect.stringContaining('error: an error'),
      expect.stringContaining('warning: a warning'),
      expect.stringContaining('status of 409 '),
      'page error: a crash',
    ]);
});

test('a refused session fails its test until the test announces that sessions end', async ({
  page,
}) => {
  const monitor = new ConsoleMonitor();
  monitor.follow(page);
  await page.route('http://curbwrench.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ status: pathname === '/' ? 200 : 401, contentType: 'text/html' });
  });
  await page.goto('http://curbwrench.test/');
  await page.evaluate(() => fetch('/api/appointments'));
  await expect.poll(() => monitor.unexpected).toEqual([expect.stringContaining('status of 401 ')]);

  monitor.allowEndedSessions();
  await page.evaluate(() => fetch('/api/appointments'));
  await page.evaluate(() => fetch('/elsewhere'));
  await expect
    .poll(() => monitor.unexpected.slice(1))
    .toEqual([expect.stringContaining('/elsewhere')]);
});
