import { expect, it } from 'vitest';
import { changeText } from './change-text.ts';

it.each([
  [8, '+8%'],
  [-2, '-2%'],
  [0, '0%'],
  [1200, '+1200%'],
  [null, '-'],
])('a change of %s reads %s', (percent, text) => {
  expect(changeText(percent)).toBe(text);
});
