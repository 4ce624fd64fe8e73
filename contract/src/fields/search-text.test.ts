import { expect, test } from 'vitest';
import { isLongEnoughForTextSearch, isSearchable } from './search-text.ts';

test('a search needs three letters or digits, or an appointment number @customers.search-length', () => {
  const searchable = ['sue', 'a b c', "o'ne", 'a-1b', 'Ümü', '555', '(555)', '#12', '7', '#0042'];
  expect(searchable.filter((text) => !isSearchable(text))).toEqual([]);
  const tooShort = ['', 's', 'su', 'a b', '...', '%%%', '#', '#0', 'a1', '(55', '🚗🚗🚗'];
  expect(tooShort.filter(isSearchable)).toEqual([]);
});

test('a short number is only looked up as an appointment number', () => {
  expect(['12', '#7', '#12'].filter(isLongEnoughForTextSearch)).toEqual([]);
});
