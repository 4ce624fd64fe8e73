import { expect, test } from 'vitest';
import { getTtlSeconds, isPushEndpoint } from './rules.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/dXk2:APA91b-_',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f%3d',
])('the push service of a known browser is allowed: %s @messages.push-hosts', (url) => {
  expect(isPushEndpoint(url, [])).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/1',
  'https://push.example.com/1',
  'https://fcm.googleapis.com.evil.example/1',
  'https://evil-fcm.googleapis.com/1',
  'https://evilpush.apple.com/1',
  'https://.push.apple.com/1',
  'https://fcm.googleapis.com@10.0.0.1/1',
  'https://user:secret@fcm.googleapis.com/1',
  'https://fcm.googleapis.com:8443/1',
  'https://fcm.googleapis.com./1',
  'https://fcm.googleapis.com',
  'https://fcm.googleapis.com/1#fragment',
  'https://fcm.googleapis.com\\@10.0.0.1/1',
  'https://fcm.googleapis.com/1\n',
  'https://FCM.googleapis.com/1',
  'https://127.0.0.1/1',
  'https://10.0.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/1',
  'https://localhost/1',
  'file:///etc/passwd',
  'fcm.googleapis.com/1',
  '',
])('any other address is refused: %s @messages.push-hosts', (url) => {
  expect(isPushEndpoint(url, [])).toBe(false);
});

test('additional origins are allowed only if they match exactly', () => {
  const origins = ['http://127.0.0.1:4000'];
  expect(isPushEndpoint('http://127.0.0.1:4000/1', origins)).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:40001/1', origins)).toBe(false);
  expect(isPushEndpoint('http://127.0.0.1:4000@evil.example/1', origins)).toBe(false);
  expect(isPushEndpoint('https://127.0.0.1:4000/1', origins)).toBe(false);
});

test('a push service keeps a message until it expires, for up to four weeks', () => {
  const now = new Date('2026-03-03T17:00:00Z');
  expect(getTtlSeconds(new Date('2026-03-03T18:00:00.900Z'), now)).toBe(3600);
  expect(getTtlSeconds(new Date('2026-03-03T16:00:00Z'), now)).toBe(0);
  expect(getTtlSeconds(new Date('2027-03-03T17:00:00Z'), now)).toBe(2_419_200);
});
