import { expect, test } from 'vitest';
import { emptyBooking } from './booking-form-values.ts';
import { resumeDraftOrRebook } from './book-again.ts';

const line = { description: '', quantity: 1, unitPrice: '10.00', duration: 30 };
const previous = {
  vehicleId: 3,
  lines: [
    { ...line, position: 1, kind: 'service' as const, serviceId: 7 },
    { ...line, position: 2, kind: 'discount' as const, serviceId: null, duration: null },
    { ...line, position: 3, kind: 'service' as const, serviceId: 9 },
    { ...line, position: 4, kind: 'fee' as const, serviceId: null, duration: null },
  ],
  location: '{"address":"12 Elm Street","lat":37.7,"lng":-122.4}',
  placePrecision: 'house' as const,
  gateCode: '4821#',
};

test('a previous booking is repeated with its services, vehicle, address and gate code, but without a time @booking.book-again', () => {
  expect(resumeDraftOrRebook(emptyBooking, previous)).toEqual({
    ...emptyBooking,
    vehicleId: 3,
    serviceId: 7,
    additionalServiceIds: [9],
    location: '12 Elm Street',
    place: { lat: 37.7, lng: -122.4, precision: 'house' },
    gateCode: '4821#',
  });
});

test('an address without known coordinates is filled in as text only', () => {
  const values = resumeDraftOrRebook(emptyBooking, {
    ...previous,
    location: '{"address":"12 Elm Street"}',
    placePrecision: 'unknown',
  });
  expect(values).toMatchObject({ location: '12 Elm Street', place: null });
});

test('after a reload, changes to a repeated booking are kept @booking.book-again', () => {
  const first = resumeDraftOrRebook(emptyBooking, previous);
  const draft = { ...first, date: '2026-03-05', startTime: '10:00', location: '9 Oak Street' };
  expect(resumeDraftOrRebook(draft, previous)).toEqual(draft);
  expect(resumeDraftOrRebook({ ...draft, vehicleId: 4 }, previous)).toEqual(first);
});
