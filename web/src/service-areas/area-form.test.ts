import { expect, test } from 'vitest';
import { splitZips } from './area-form.ts';

test('ZIP codes may be separated by commas, semicolons, spaces or line breaks', () => {
  expect(splitZips(' 94103, 94107\n94110;94112 ')).toEqual(['94103', '94107', '94110', '94112']);
  expect(splitZips('  ')).toEqual([]);
});
