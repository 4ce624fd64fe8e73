import { expect, test } from 'vitest';
import { safeRedirectPath } from './sign-in-navigation.ts';

test.each([
  '/',
  '/appointments',
  '/appointments?tab=past&search=oil%20change',
  '/book-service?service=3#notes',
  '/appointments?search=oil change // \u00e9',
  '/settings/people',
  '/apiary',
])('%s is accepted as the page to open after signing in', (path) => {
  expect(safeRedirectPath(path)).toBe(path);
});

test.each([
  'https://evil.example',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/\u0000',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a//evil.example',
  '/a/../api/logout',
  '/%2e%2e/x',
  '/%E0%A4%A',
  '/appointments?next=\\evil',
  'appointments',
  '?tab=past',
  '@evil.example',
  '.evil.example',
  '',
  '/api',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/./api/logout',
  `/${'x'.repeat(1000)}`,
  undefined,
  null,
  7,
  ['/appointments', '/'],
  { toString: () => '/appointments' },
])('%j is replaced with / as the page to open after signing in @protection.redirects', (value) => {
  expect(safeRedirectPath(value)).toBe('/');
});
