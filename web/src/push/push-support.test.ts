import { expect, test } from 'vitest';
import { getPushSupport } from './push-support.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
const features = { hasServiceWorkers: true, hasPush: true, userAgent: mac, maxTouchPoints: 0 };

test('an iPhone or iPad must first install the application on its home screen @messages.push-device', () => {
  const inTab = { ...features, hasPush: false };
  expect(getPushSupport({ ...inTab, userAgent: iPhone, maxTouchPoints: 5 })).toBe('home-screen');
  expect(getPushSupport({ ...inTab, maxTouchPoints: 5 })).toBe('home-screen');
  expect(getPushSupport({ ...features, userAgent: iPhone })).toBe('supported');
});

test('other browsers are supported only if they have service workers and push', () => {
  expect(getPushSupport(features)).toBe('supported');
  expect(getPushSupport({ ...features, hasPush: false })).toBe('unsupported');
  expect(getPushSupport({ ...features, hasServiceWorkers: false })).toBe('unsupported');
  expect(getPushSupport({ ...features, hasServiceWorkers: false, userAgent: iPhone })).toBe(
    'unsupported',
  );
});
