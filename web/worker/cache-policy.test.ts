import { expect, test } from 'vitest';
import { isPageOf } from './app-files.ts';
import { cacheActionFor, mayServe } from './cache-policy.ts';

const session = '/api/auth/user';
const business = '/api/business';
const list = '/api/appointments';
const ok = (pathname: string, viewer: string | null) => ({ pathname, viewer, status: 200 });

test('answers to one person are cached together', () => {
  expect(cacheActionFor(ok(session, 'ann'), 'ann')).toBe('keep');
  expect(cacheActionFor(ok(list, 'ann'), 'ann')).toBe('keep');
  // Lists can arrive before the session.
  expect(cacheActionFor(ok(list, 'ann'), null)).toBe('keep');
  expect(cacheActionFor(ok(business, null), 'ann')).toBe('keep');
});

test('another person’s session deletes the previous person’s answers', () => {
  expect(cacheActionFor(ok(session, 'ben'), 'ann')).toBe('keep-alone');
  expect(cacheActionFor(ok(session, 'ann'), null)).toBe('keep-alone');
});

test('an answer to a person other than the cached session’s deletes the cache', () => {
  expect(cacheActionFor(ok(list, 'ben'), 'ann')).toBe('forget');
});

test('a session that has ended deletes the cache, whichever call reports it', () => {
  for (const pathname of [session, list]) {
    expect(cacheActionFor({ pathname, status: 401, viewer: null }, 'ann')).toBe('forget');
  }
});

test('failures, and answers without a viewer, are not cached', () => {
  for (const status of [204, 403, 429, 500, 503]) {
    expect(cacheActionFor({ pathname: list, status, viewer: 'ann' }, 'ann')).toBe('drop');
  }
  expect(cacheActionFor(ok(list, null), 'ann')).toBe('drop');
  expect(cacheActionFor(ok(session, null), null)).toBe('drop');
});

test('a cached answer is served only to its own viewer, for a week', () => {
  const now = 1_800_000_000_000;
  const week = 7 * 24 * 3_600_000;
  const kept = (pathname: string, viewer: string | null, keptAt = now) => ({
    pathname,
    viewer,
    keptAt,
  });
  expect(mayServe(kept(list, 'ann'), 'ann', now)).toBe(true);
  expect(mayServe(kept(list, 'ann', now - week), 'ann', now)).toBe(true);
  expect(mayServe(kept(list, 'ann', now - week - 1), 'ann', now)).toBe(false);
  expect(mayServe(kept(list, 'ann'), 'ben', now)).toBe(false);
  expect(mayServe(kept(list, 'ann'), null, now)).toBe(false);
  expect(mayServe(kept(list, null), null, now)).toBe(false);
  expect(mayServe(kept(list, 'ann', NaN), 'ann', now)).toBe(false);
  expect(mayServe(kept(business, null), null, now)).toBe(true);
});

test('a page belongs to this build only if it names all files the build’s page starts with', () => {
  const build = { entries: ['/assets/main-1.js', '/assets/main-1.css'] };
  const page = '<link href="/assets/main-1.css"><script src="/assets/main-1.js"></script>';
  expect(isPageOf(build, page)).toBe(true);
  expect(isPageOf(build, page.replace('main-1.js', 'main-2.js'))).toBe(false);
});
