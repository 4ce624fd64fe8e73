import { expect, test } from 'vitest';
import { directionsUrl, placeUrl } from './maps-app.ts';

const point = { lat: 37.7749, lng: -122.4194 };

test("a location opens in the device's maps app", () => {
  expect(placeUrl(point, true)).toBe('https://maps.apple.com/?q=37.7749%2C-122.4194');
  expect(placeUrl(point, false)).toBe(
    'https://www.google.com/maps/search/?api=1&query=37.7749%2C-122.4194',
  );
});

test('directions to an address without coordinates use its text', () => {
  const address = '5 Elm Street #2, San Francisco & more';
  expect(directionsUrl(address, true)).toBe(
    'https://maps.apple.com/?daddr=5%20Elm%20Street%20%232%2C%20San%20Francisco%20%26%20more',
  );
  expect(new URL(directionsUrl(address, false)).searchParams.get('destination')).toBe(address);
});
