import { expect, test } from 'vitest';
import { readAddress, readCoordinates } from './location.ts';

test('the address of a location is null if it is missing or invalid', () => {
  expect(readAddress('{"address":"5 Elm Street","lat":1,"lng":2}')).toBe('5 Elm Street');
  for (const location of [
    null,
    undefined,
    '',
    'x',
    '{',
    'null',
    '[]',
    '{"address":""}',
    '{"address":7}',
  ]) {
    expect(readAddress(location)).toBeNull();
  }
});

test('the coordinates of a location are null if they are missing or invalid @appointments.location', () => {
  expect(readCoordinates('{"address":"5 Elm Street","lat":1,"lng":-2.5}')).toEqual({
    lat: 1,
    lng: -2.5,
  });
  for (const location of [
    null,
    '',
    '{',
    'null',
    '{"address":"5"}',
    '{"lat":1}',
    '{"lat":"1","lng":2}',
  ]) {
    expect(readCoordinates(location)).toBeNull();
  }
});
