import { describe, expect, test } from 'vitest';
import { suggestMakes, suggestModels } from './model-suggestions.ts';

const knownMakes = [
  { make: 'Zastava', models: ['Skala', 'Yugo'] },
  { make: 'HONDA', models: ['Prelude', 'civic'] },
];

describe('suggested makes', () => {
  test('are common makes that match the input, even if no customer drives one @vehicles.suggestions', () => {
    expect(suggestMakes('ho', [])).toEqual(['Honda']);
    expect(suggestMakes(' MERCEDES', [])).toEqual(['Mercedes-Benz']);
    expect(suggestMakes('Lada', [])).toEqual([]);
  });

  test("list the customers' makes first, each once, in the customers' spelling", () => {
    expect(suggestMakes('', knownMakes).slice(0, 3)).toEqual(['Zastava', 'HONDA', 'Toyota']);
    expect(suggestMakes('h', knownMakes)).toEqual(['HONDA', 'Hyundai']);
  });

  test('list names that start with the input before names in which only a later word does', () => {
    expect(suggestMakes('ro', [{ make: 'Alfa Romeo', models: [] }])).toEqual([
      'Alfa Romeo',
      'Land Rover',
    ]);
    expect(suggestMakes('r', []).at(-1)).toBe('Land Rover');
  });

  test('are limited to six', () => {
    expect(suggestMakes('', knownMakes)).toHaveLength(6);
  });
});

describe('suggested models', () => {
  test("are the make's models, those of the customers' vehicles first @vehicles.suggestions", () => {
    expect(suggestModels('honda', '', knownMakes).slice(0, 3)).toEqual([
      'Prelude',
      'civic',
      'Accord',
    ]);
    expect(suggestModels('Zastava', 's', knownMakes)).toEqual(['Skala']);
  });

  test('are matched regardless of spaces and punctuation', () => {
    expect(suggestModels('Ford', 'f150', [])).toEqual(['F-150']);
    expect(suggestModels('mercedes benz', 'ccl', [])).toEqual(['C-Class']);
    expect(suggestModels('Jeep', 'cher', [])).toEqual(['Cherokee', 'Grand Cherokee']);
  });

  test('are empty for a make that is unknown or missing', () => {
    expect(suggestModels('', '', knownMakes)).toEqual([]);
    expect(suggestModels('Lada', 'n', knownMakes)).toEqual([]);
  });
});
