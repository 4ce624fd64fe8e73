import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startFakeRouter, type FakeRouter } from '@curbwrench/testing/fake-router';
import { estimatedTravelTimes } from './estimate-adapter.ts';
import { createOsrmTravelTimes } from './osrm-adapter.ts';

const home = { lat: 30.25, lng: -97.75 };
const near = { lat: 30.26, lng: -97.7 };
const far = { lat: 30.5, lng: -98.1 };

let router: FakeRouter;
let warnings: unknown[];

beforeAll(async () => {
  router = await startFakeRouter();
});
afterAll(() => router.stop());
beforeEach(() => {
  warnings = [];
});

const log = { warn: (...parts: unknown[]) => void warnings.push(parts) };
const request = (timeoutMs?: number) =>
  createOsrmTravelTimes(router.url, log, timeoutMs).from(home, [near, far]);

const expectEstimates = async (timeoutMs?: number) => {
  expect(await request(timeoutMs)).toEqual(await estimatedTravelTimes.from(home, [near, far]));
  expect(warnings).toHaveLength(1);
  warnings = [];
};

test('the router gets one request for all destinations, with longitudes first @tracking.router', async () => {
  router.respondWithSeconds(90, 1860);
  expect(await request()).toEqual([
    { minutes: 1.5, source: 'router' },
    { minutes: 31, source: 'router' },
  ]);
  expect(router.requests).toEqual([
    '/table/v1/driving/-97.750000,30.250000;-97.700000,30.260000;-98.100000,30.500000' +
      '?sources=0&annotations=duration,distance',
  ]);
  expect(await createOsrmTravelTimes(router.url, log).from(home, [])).toEqual([]);
  expect(router.requests).toHaveLength(1);
});

test('no time is known for a destination that no road leads to @tracking.router', async () => {
  router.respondWithSeconds(null, 60);
  expect(await request()).toEqual([null, { minutes: 1, source: 'router' }]);
});

test('if the router returns impossible times, or too few, estimates are used @tracking.router', async () => {
  for (const seconds of [-1, 24 * 3600 + 1]) {
    router.respondWithSeconds(60, seconds);
    await expectEstimates();
  }
  router.respondWithSeconds(60);
  await expectEstimates();
});

test.each([
  ['HTML', '<html><body>It works!</body></html>'],
  ['JSON of another shape', '{"code":"Ok","durations":{"0":[0,60,60]}}'],
  ['strings instead of numbers', '{"code":"Ok","durations":[[0,"60","60"]]}'],
  ['an error code', '{"code":"NoSegment","durations":[[0,60,60]]}'],
  ['too many bytes', `{"code":"Ok","durations":[[0,60,60]],"more":"${'x'.repeat(200_000)}"}`],
  ['nothing', ''],
])('if the router returns %s, estimates are used @tracking.router', async (_, body) => {
  router.respondWith((response) => void response.end(body));
  await expectEstimates();
});

test('if the router redirects, hangs up or does not respond, estimates are used @tracking.router', async () => {
  router.respondWith((response) => void response.writeHead(302, { location: '/elsewhere' }).end());
  await expectEstimates();
  router.respondWith((response) => void response.destroy());
  await expectEstimates();
  router.respondWith(() => {});
  await expectEstimates(50);
  expect(JSON.stringify(warnings)).not.toContain('97.7');
});

test('if the router is unreachable, estimates are used @tracking.router', async () => {
  const stoppedRouter = await startFakeRouter();
  stoppedRouter.stop();
  expect(await createOsrmTravelTimes(stoppedRouter.url, log).from(home, [near])).toMatchObject([
    { source: 'estimate' },
  ]);
});

test('times to destinations beyond the 99th are estimates @tracking.router', async () => {
  router.respondWithSeconds(...Array.from({ length: 99 }, () => 60));
  const destinations = Array.from({ length: 101 }, () => near);
  const times = await createOsrmTravelTimes(router.url, log).from(home, destinations);
  expect(times).toHaveLength(101);
  expect(times.slice(98).map((time) => time?.source)).toEqual(['router', 'estimate', 'estimate']);
});

test('after a failure, the router gets no requests for a minute @tracking.router', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const times = createOsrmTravelTimes(router.url, log);
  router.respondWith((response) => void response.destroy());
  expect(await times.from(home, [near])).toMatchObject([{ source: 'estimate' }]);
  router.respondWithSeconds(60);
  const requestCount = router.requests.length;
  vi.setSystemTime(Date.now() + 59_999);
  expect(await times.from(home, [near])).toMatchObject([{ source: 'estimate' }]);
  expect(router.requests).toHaveLength(requestCount);
  vi.setSystemTime(Date.now() + 1);
  expect(await times.from(home, [near])).toEqual([{ minutes: 1, source: 'router' }]);
});

test('the router still gets requests after it rejected one, except after a 429 or 503 @tracking.router', async () => {
  const times = createOsrmTravelTimes(router.url, log);
  router.respondWith((response) => void response.writeHead(400).end('{"code":"NoSegment"}'));
  expect(await times.from(home, [near])).toMatchObject([{ source: 'estimate' }]);
  expect(warnings).toHaveLength(1);
  router.respondWithSeconds(60);
  expect(await times.from(home, [near])).toEqual([{ minutes: 1, source: 'router' }]);
  for (const status of [429, 503]) {
    const travelTimes = createOsrmTravelTimes(router.url, log);
    router.respondWith((response) => void response.writeHead(status).end());
    await travelTimes.from(home, [near]);
    router.respondWithSeconds(60);
    expect(await travelTimes.from(home, [near])).toMatchObject([{ source: 'estimate' }]);
  }
});
