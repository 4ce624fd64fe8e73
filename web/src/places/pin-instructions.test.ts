import { expect, test } from 'vitest';
import { toPin } from './chosen-place.ts';
import { getPinInstructions, isFarFromZip } from './pin-instructions.ts';

const streets = { canDraw: true, hasStreets: true };
const withoutMap = { canDraw: false, hasStreets: true };
const place = { lat: 37.7725, lng: -122.4147 };

test.each([
  ['zip', 'ZIP code'],
  ['town', 'city'],
] as const)(
  'for an address located only by its %s, the instructions ask people to move the pin or describe the location @booking.pin',
  (precision, known) => {
    expect(getPinInstructions({ ...place, precision }, true, streets)).toBe(
      `We could only find the ${known} of this address. Drag the pin to your car, or describe its location in the notes.`,
    );
    expect(getPinInstructions({ ...place, precision }, false, streets)).toContain(
      'Drag the pin to the car,',
    );
  },
);

test.each(['pin', 'house', 'street'] as const)(
  'for a place with the precision %s, moving the pin is optional @booking.pin',
  (precision) => {
    expect(getPinInstructions({ ...place, precision }, true, streets)).toBe(
      'Drag the pin if your car is somewhere else.',
    );
  },
);

test('without a place, the instructions ask people to drag the pin or select a location on the map @booking.pin', () => {
  expect(getPinInstructions(null, true, streets)).toBe(
    'Drag the pin to your car, or select its location on the map.',
  );
});

test.each([null, { ...place, precision: 'zip' }, { ...place, precision: 'house' }] as const)(
  'on a map without streets, the instructions ask people to move the pin only if they can tell where the car is @booking.pin-streets',
  (known) => {
    expect(getPinInstructions(known, true, { canDraw: true, hasStreets: false })).toBe(
      "This map doesn't show streets. Drag the pin only if you can tell where your car is. We'll drive to the pin.",
    );
  },
);

test('where no map can be drawn, the instructions do not mention a pin @booking.pin-no-map', () => {
  expect(getPinInstructions({ ...place, precision: 'zip' }, true, withoutMap)).toBe(
    'We could only find the ZIP code of this address. Please describe the location of your car in the notes.',
  );
  expect(getPinInstructions({ ...place, precision: 'house' }, true, withoutMap)).toBeNull();
  expect(getPinInstructions(null, true, withoutMap)).toBeNull();
  expect(
    getPinInstructions({ ...place, precision: 'zip' }, true, { canDraw: false, hasStreets: false }),
  ).not.toContain('streets');
});

test('a pin is far from its ZIP code if it is more than 50 km away @booking.pin-far', () => {
  // A degree of latitude is 111.2 km.
  expect(isFarFromZip({ ...place, lat: place.lat + 0.44 }, place)).toBe(false);
  expect(isFarFromZip({ ...place, lat: place.lat + 0.46 }, place)).toBe(true);
});

test('a pin is rounded to about a meter @booking.pin', () => {
  expect(toPin({ lat: 37.772_504_9, lng: -122.414_706_1 })).toEqual({
    lat: 37.7725,
    lng: -122.414_71,
    precision: 'pin',
  });
});
