import { endpoints } from '@curbwrench/contract/api/endpoints';
import { storedPaths } from '@curbwrench/contract/offline/stored-responses';
import { expect, test } from 'vitest';
import { isSchedule, getRequestKind } from './request-kinds.ts';

const origin = 'https://book.example.com';
const getKind = (path: string, method = 'GET', mode = 'cors') =>
  getRequestKind({ method, mode, url: new URL(path, origin).href }, origin);

test('the session, the business, and lists and counts of appointments are cached', () => {
  const cachedEndpoints = Object.entries(endpoints).flatMap(([name, { method, path }]) =>
    getKind(path.replace(/:\w+/g, '1'), method) === 'cacheable' ? [name] : [],
  );
  expect(cachedEndpoints).toEqual([
    'getBusiness',
    'getSessionUser',
    'listAppointments',
    'countAppointments',
  ]);
  expect(getKind('/api/appointments?date=2026-03-03&limit=100')).toBe('cacheable');
});

test('only lists and counts of appointments are part of the schedule', () => {
  expect(
    [storedPaths.session, storedPaths.business, ...storedPaths.schedule].map(isSchedule),
  ).toEqual([false, false, true, true]);
});

test('the next page of a list is not cached', () => {
  expect(getKind('/api/appointments?limit=20&cursor=abc')).toBe('pass');
});

test('changes, streams, receipts, pictures and maps are passed to the network', () => {
  for (const path of ['/api/appointments', '/api/appointments/1', '/api/payments/1/record']) {
    for (const method of ['POST', 'PATCH', 'DELETE']) expect(getKind(path, method)).toBe('pass');
  }
  const paths = [
    '/api/base-map',
    '/map/tiles/a/1/0/0',
    '/api/events',
    '/api/payments/1/receipt.pdf',
    '/api/pictures/abc',
    '/api/users',
  ];
  for (const path of paths) expect([path, getKind(path)]).toEqual([path, 'pass']);
  expect(getKind('/calendar/abc.ics', 'GET', 'navigate')).toBe('pass');
});

test('requests that start or end a session are never handled by the worker, and delete the cache', () => {
  for (const path of ['/api/logout', '/api/login', '/api/login/acme', '/api/login/callback/acme']) {
    expect([path, getKind(path, 'GET', 'navigate')]).toEqual([path, 'session-change']);
  }
  const sessionEndpoints = [
    endpoints.signOut,
    endpoints.openDemoSession,
    endpoints.signIn,
    endpoints.signInWithCode,
    endpoints.signUp,
    endpoints.verifyEmail,
    endpoints.resetPassword,
    endpoints.deleteAccount,
    endpoints.acceptInvitation,
    endpoints.setUp,
  ];
  for (const { method, path } of sessionEndpoints)
    expect([path, getKind(path, method)]).toEqual([path, 'session-change']);
});

test("the build's pages and files are distinguished, and other sites are left alone", () => {
  expect(getKind('/', 'GET', 'navigate')).toBe('page');
  expect(getKind('/appointments?tab=past', 'GET', 'navigate')).toBe('page');
  expect(getKind('/api/appointments', 'GET', 'navigate')).toBe('pass');
  expect(getKind('/', 'HEAD')).toBe('pass');
  expect(getKind('/assets/main-1a2b.js', 'GET', 'no-cors')).toBe('asset');
  expect(getKind('/first-paint.js', 'GET', 'no-cors')).toBe('file');
  expect(getKind('/manifest.webmanifest')).toBe('pass');
  expect(getKind('https://elsewhere.example/assets/main.js')).toBe('pass');
});
