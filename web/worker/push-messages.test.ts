import { endpoints } from '@curbwrench/contract/api/endpoints';
import { expect, test } from 'vitest';
import { pushUrls, readPushMessage, toSafePath } from './push-messages.ts';

test("the worker's URLs are those of the contract", () => {
  expect(endpoints.getPushKey).toEqual({ method: 'GET', path: pushUrls.key });
  expect(endpoints.subscribeToPush).toEqual({ method: 'POST', path: pushUrls.subscriptions });
});

test('a message becomes a notification that opens its page @messages.push-notification', () => {
  const message = {
    title: 'Your mechanic is on the way',
    body: 'Marcus will arrive around 10:20.',
    path: '/appointments/12',
    topic: 'appointment-12',
  };
  expect(readPushMessage(JSON.stringify(message))).toEqual({
    title: 'Your mechanic is on the way',
    body: 'Marcus will arrive around 10:20.',
    path: '/appointments/12',
    tag: 'appointment-12',
  });
});

test.each([
  '',
  'Hello',
  'null',
  '[]',
  '{"title":7,"body":{},"path":null,"topic":[]}',
  '{"title":""}',
])('a message that cannot be read still shows something: %s', (text) => {
  expect(readPushMessage(text)).toEqual({ title: 'New message', body: '', path: '/', tag: '' });
});

test.each(['/', '/appointments/12', '/settings?tab=notifications#by-message', '/a//b'])(
  'a path on this site is opened: %s',
  (path) => {
    expect(toSafePath(path)).toBe(path);
    expect(new URL(path, 'https://book.example.com').host).toBe('book.example.com');
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'appointments/12',
  '',
  undefined,
])(
  'a path that could lead elsewhere opens the home page: %j @messages.push-notification',
  (path) => {
    expect(toSafePath(path)).toBe('/');
  },
);
