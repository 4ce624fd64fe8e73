import { expect, test } from 'vitest';
import { isPageOf } from './app-files.ts';
import { getCacheAction, canServe } from './cache-policy.ts';

const session = '/api/auth/user';
const business = '/api/business';
const appointments = '/api/appointments';
const okResponse = (pathname: string, viewer: string | null) => ({ pathname, viewer, status: 200 });

test('responses for one person are cached together', () => {
  expect(getCacheAction(okResponse(session, 'ann'), 'ann')).toBe('add');
  expect(getCacheAction(okResponse(appointments, 'ann'), 'ann')).toBe('add');
  // Lists can arrive before the session.
  expect(getCacheAction(okResponse(appointments, 'ann'), null)).toBe('add');
  expect(getCacheAction(okResponse(business, null), 'ann')).toBe('add');
});

test('a different person’s session deletes the previous person’s responses', () => {
  expect(getCacheAction(okResponse(session, 'ben'), 'ann')).toBe('replace');
  expect(getCacheAction(okResponse(session, 'ann'), null)).toBe('replace');
});

test("a response for someone other than the cache's owner deletes the cache", () => {
  expect(getCacheAction(okResponse(appointments, 'ben'), 'ann')).toBe('clear');
});

test('a session that has ended deletes the cache, whichever request reports it', () => {
  for (const pathname of [session, appointments]) {
    expect(getCacheAction({ pathname, status: 401, viewer: null }, 'ann')).toBe('clear');
  }
});

test('failures, and responses without a viewer, are not cached', () => {
  for (const status of [204, 403, 429, 500, 503]) {
    expect(getCacheAction({ pathname: appointments, status, viewer: 'ann' }, 'ann')).toBe('skip');
  }
  expect(getCacheAction(okResponse(appointments, null), 'ann')).toBe('skip');
  expect(getCacheAction(okResponse(session, null), null)).toBe('skip');
});

test('a cached response is served only to its own viewer, for a week', () => {
  const now = 1_800_000_000_000;
  const week = 7 * 24 * 3_600_000;
  const cachedResponse = (pathname: string, viewer: string | null, cachedAt = now) => ({
    pathname,
    viewer,
    cachedAt,
  });
  expect(canServe(cachedResponse(appointments, 'ann'), 'ann', now)).toBe(true);
  expect(canServe(cachedResponse(appointments, 'ann', now - week), 'ann', now)).toBe(true);
  expect(canServe(cachedResponse(appointments, 'ann', now - week - 1), 'ann', now)).toBe(false);
  expect(canServe(cachedResponse(appointments, 'ann'), 'ben', now)).toBe(false);
  expect(canServe(cachedResponse(appointments, 'ann'), null, now)).toBe(false);
  expect(canServe(cachedResponse(appointments, null), null, now)).toBe(false);
  expect(canServe(cachedResponse(appointments, 'ann', NaN), 'ann', now)).toBe(false);
  expect(canServe(cachedResponse(business, null), null, now)).toBe(true);
});

test('a page belongs to this build only if it contains every URL that the build’s page loads when it starts', () => {
  const build = { entries: ['/assets/main-1.js', '/assets/main-1.css'] };
  const page = '<link href="/assets/main-1.css"><script src="/assets/main-1.js"></script>';
  expect(isPageOf(build, page)).toBe(true);
  expect(isPageOf(build, page.replace('main-1.js', 'main-2.js'))).toBe(false);
});
