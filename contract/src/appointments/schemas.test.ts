import { describe, expect, test } from 'vitest';
import { appointmentChange, appointmentQuery, bookingInput } from './schemas.ts';

const booking = { vehicleId: 1, serviceId: 2, date: '2026-03-05', startTime: '10:00' };

function parseLocation(location: unknown): unknown {
  const result = bookingInput.safeParse({ ...booking, location });
  return result.success ? result.data.location : result.error.issues[0]?.message;
}

describe('a location', () => {
  test('is JSON text with an address, and both coordinates or neither @booking.address', () => {
    expect(parseLocation('{"address":" 5 Elm Street "}')).toEqual({ address: '5 Elm Street' });
    expect(parseLocation('{"address":"5 Elm Street","lat":37.7,"lng":-122.4}')).toEqual({
      address: '5 Elm Street',
      lat: 37.7,
      lng: -122.4,
    });
    expect(parseLocation('{"address":"5 Elm Street","extra":1}')).toEqual({
      address: '5 Elm Street',
    });
  });

  test.each([
    undefined,
    null,
    '',
    '5 Elm Street',
    '{',
    'null',
    '[]',
    '"x"',
    '7',
    '{}',
    '{"address":""}',
    '{"address":7}',
    '{"lat":1,"lng":2}',
  ])('%j is refused with a message that asks for an address', (location) => {
    expect(parseLocation(location)).toBe('Please provide your location');
  });

  test.each([
    '{"address":"5 Elm Street","lat":37.7}',
    '{"address":"5 Elm Street","lng":37.7}',
    '{"address":"5 Elm Street","lat":91,"lng":0}',
    '{"address":"5 Elm Street","lat":0,"lng":-181}',
    '{"address":"5 Elm Street","lat":"37","lng":"1"}',
    '{"address":"5 Elm Street","lat":1e999,"lng":0}',
    JSON.stringify({ address: 'x'.repeat(301) }),
    JSON.stringify({ address: 'a\u0000b' }),
  ])('%s is refused with a message that says what a location needs', (location) => {
    expect(parseLocation(location)).toBe(
      'The location needs an address of up to 300 characters, and both coordinates or neither.',
    );
  });
});

describe('a booking', () => {
  test('ignores fields that the server computes', () => {
    const location = '{"address":"5 Elm Street"}';
    const request = {
      ...booking,
      location,
      notes: ' ',
      endTime: '23:59',
      price: 0,
      status: 'completed',
      mechanicId: 'm',
    };
    expect(bookingInput.parse(request)).toEqual({
      ...booking,
      location: { address: '5 Elm Street' },
      notes: null,
      gateCode: null,
    });
  });
});

describe('a change', () => {
  test.each([
    [{ mechanicId: 'm', status: 'confirmed' }],
    [{ status: 'in_progress' }],
    [{ status: 'completed' }],
    [{ status: 'unassigned', reason: 'Flat tire' }],
    [{ status: 'cancelled', reason: null }],
    [{ date: '2026-03-05', startTime: '10:00' }],
    [{ gateCode: '4821#' }],
    [{ notes: 'The blue one.' }],
    [{ notes: null }],
  ])('%j is accepted', (change) => {
    expect(appointmentChange.parse(change)).toEqual(change);
  });

  test.each([
    [{}],
    [[]],
    [null],
    [{ notes: undefined }],
    [{ status: 'confirmed' }],
    [{ status: 'pending' }],
    [{ status: 'in_progress', mechanicId: 'm' }],
    [{ date: '2026-03-05' }],
    [{ startTime: '10:00' }],
    [{ date: '2026-03-05', startTime: '10:00', notes: 'x' }],
    [{ price: '0.01' }],
  ])('%j is refused', (change) => {
    expect(appointmentChange.safeParse(change).success).toBe(false);
  });

  test('with blank notes or a blank reason sets them to null', () => {
    expect(appointmentChange.parse({ notes: '  ' })).toEqual({ notes: null });
    expect(appointmentChange.parse({ status: 'cancelled', reason: ' ' })).toEqual({
      status: 'cancelled',
      reason: null,
    });
  });
});

test('the status filter accepts several statuses and refuses unknown ones', () => {
  expect(appointmentQuery.parse({ status: 'pending,unassigned' }).status).toEqual([
    'pending',
    'unassigned',
  ]);
  for (const status of ['', 'pending,', 'gone', 'Pending']) {
    expect(appointmentQuery.safeParse({ status }).success).toBe(false);
  }
});
