import { describe, expect, test } from 'vitest';
import { suggestMakes, suggestModels } from './model-suggestions.ts';

const known = [
  { make: 'Zastava', models: ['Skala', 'Yugo'] },
  { make: 'HONDA', models: ['Prelude', 'civic'] },
];

describe('suggested makes', () => {
  test('are common makes that match the input, even if the business knows none @vehicles.suggestions', () => {
    expect(suggestMakes('ho', [])).toEqual(['Honda']);
    expect(suggestMakes(' MERCEDES', [])).toEqual(['Mercedes-Benz']);
    expect(suggestMakes('Lada', [])).toEqual([]);
  });

  test("list the customers' makes first, each once, in the customers' spelling", () => {
    expect(suggestMakes('', known).slice(0, 3)).toEqual(['Zastava', 'HONDA', 'Toyota']);
    expect(suggestMakes('h', known)).toEqual(['HONDA', 'Hyundai']);
  });

  test('list names that start with the input before names with only a later word that does', () => {
    expect(suggestMakes('ro', [{ make: 'Alfa Romeo', models: [] }])).toEqual([
      'Alfa Romeo',
      'Land Rover',
    ]);
    expect(suggestMakes('r', []).at(-1)).toBe('Land Rover');
  });

  test('are limited to six', () => {
    expect(suggestMakes('', known)).toHaveLength(6);
  });
});

describe('suggested models', () => {
  test("are the make's models, those of the customers' vehicles first @vehicles.suggestions", () => {
    expect(suggestModels('honda', '', known).slice(0, 3)).toEqual(['Prelude', 'civic', 'Accord']);
    expect(suggestModels('Zastava', 's', known)).toEqual(['Skala']);
  });

  test('are matched regardless of spaces and punctuation', () => {
    expect(suggestModels('Ford', 'f150', [])).toEqual(['F-150']);
    expect(suggestModels('mercedes benz', 'ccl', [])).toEqual(['C-Class']);
    expect(suggestModels('Jeep', 'cher', [])).toEqual(['Cherokee', 'Grand Cherokee']);
  });

  test('are empty for a make that is unknown or missing', () => {
    expect(suggestModels('', '', known)).toEqual([]);
    expect(suggestModels('Lada', 'n', known)).toEqual([]);
  });
});
