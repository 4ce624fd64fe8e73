import { expect, test } from 'vitest';
import { toPin } from './chosen-place.ts';
import { describePinTask, isFarFromZip } from './pin-task.ts';

const streets = { canDraw: true, hasStreets: true };
const undrawn = { canDraw: false, hasStreets: true };
const place = { lat: 37.7725, lng: -122.4147 };

test.each([
  ['zip', 'ZIP code'],
  ['town', 'town'],
] as const)(
  'an address known only by its %s asks for the pin, or for words @booking.pin',
  (precision, known) => {
    expect(describePinTask({ ...place, precision }, true, streets)).toBe(
      `We only know the ${known} of this address. Drag the pin to your car, or say in the notes where it is.`,
    );
    expect(describePinTask({ ...place, precision }, false, streets)).toContain(
      'Drag the pin to the car,',
    );
  },
);

test.each(['pin', 'house', 'street'] as const)(
  'the pin of a place known by its %s may stay @booking.pin',
  (precision) => {
    expect(describePinTask({ ...place, precision }, true, streets)).toBe(
      'Drag the pin if your car is somewhere else.',
    );
  },
);

test('without a place, the pin is dragged or the map is pressed @booking.pin', () => {
  expect(describePinTask(null, true, streets)).toBe(
    'Drag the pin to your car, or press where it is on the map.',
  );
});

test.each([null, { ...place, precision: 'zip' }, { ...place, precision: 'house' }] as const)(
  'on a map without streets, the pin is for those who can tell where the car is @booking.pin-streets',
  (known) => {
    expect(describePinTask(known, true, { canDraw: true, hasStreets: false })).toBe(
      'This map has no streets. Drag the pin only if you can tell where your car is: we drive to the pin.',
    );
  },
);

test('where no map can be drawn, nothing is said of a pin @booking.pin-undrawn', () => {
  expect(describePinTask({ ...place, precision: 'zip' }, true, undrawn)).toBe(
    'We only know the ZIP code of this address. Please say in the notes where your car is.',
  );
  expect(describePinTask({ ...place, precision: 'house' }, true, undrawn)).toBeNull();
  expect(describePinTask(null, true, undrawn)).toBeNull();
  expect(
    describePinTask({ ...place, precision: 'zip' }, true, { canDraw: false, hasStreets: false }),
  ).not.toContain('streets');
});

test('a pin more than 50 km from its ZIP code is far from it @booking.pin-far', () => {
  // A degree of latitude is 111.2 km.
  expect(isFarFromZip({ ...place, lat: place.lat + 0.44 }, place)).toBe(false);
  expect(isFarFromZip({ ...place, lat: place.lat + 0.46 }, place)).toBe(true);
});

test('a pin is kept to about a meter @booking.pin', () => {
  expect(toPin({ lat: 37.772_504_9, lng: -122.414_706_1 })).toEqual({
    lat: 37.7725,
    lng: -122.414_71,
    precision: 'pin',
  });
});
