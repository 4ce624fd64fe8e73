import { expect, test } from 'vitest';
import { addressIn } from './location.ts';

test('a location shows its address, or nothing where it cannot be read', () => {
  expect(addressIn('{"address":"5 Elm Street","lat":1,"lng":2}')).toBe('5 Elm Street');
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
    expect(addressIn(location)).toBeNull();
  }
});
