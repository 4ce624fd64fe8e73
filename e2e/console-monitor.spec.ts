import { expect, test } from '@playwright/test';
import { ConsoleMonitor } from './console-monitor.ts';

test("a page's errors and console warnings fail its test, unless the test declared them first", async ({
  page,
}) => {
  const monitor = new ConsoleMonitor();
  monitor.allow('/declared', 'status of 409 ');
  monitor.follow(page);
  await page.route('http://curbwrench.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const status = pathname === '/' ? 200 : 409;
    return route.fulfill({ status, contentType: 'text/html', body: '<title>A page</title>' });
  });
  await page.goto('http://curbwrench.test/');

  await page.evaluate(() => fetch('/declared'));
  expect(monitor.unexpected).toEqual([]);

  await page.evaluate(`
    console.error('an error');
    console.warn('a warning');
    console.info('only information');
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

test('a 401 response fails its test until the test declares that sessions end', async ({
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
