import { expect, test } from 'vitest';
import { findSeparator, formatCsvLine, readCsvCell } from './csv-text.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+44 20', `"'+44 20"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['  =1', `"'  =1"`],
  ['＝1', `"'＝1"`],
  ['a=1', '"a=1"'],
  ["'quoted'", `"'quoted'"`],
  ['a "b"', '"a ""b"""'],
])('%j is exported as %s @import.formulas', (text, cell) => {
  expect(formatCsvLine([text])).toBe(`${cell}\r\n`);
});

test.each(['=1+1', '+44 20', '-2', '@x', "O'Neil", "'quoted'"])(
  '%s is read back unchanged @import.formulas',
  (text) => {
    const [, inner = ''] = /^"(.*)"\r\n$/.exec(formatCsvLine([text])) ?? [];
    expect(readCsvCell(inner)).toBe(text);
  },
);

test.each([
  ['a,b;c', ','],
  ['a;b;c,d', ';'],
  ['a\tb', '\t'],
  ['"a;b;c",d', ','],
  ['a', ','],
])('the separator of %j is %j @import.separators', (line, separator) => {
  expect(findSeparator(`${line}\nx;y;z;1;2;3`)).toBe(separator);
});
