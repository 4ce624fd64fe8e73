/**
 * A spreadsheet runs a cell as a formula if, after any white space, it begins with one of these characters or their
 * full-width forms (OWASP, "CSV injection").
 */
const formula = /^\s*[=+\-@\t\r＝＋－＠]|^[\t\r]/u;
/** Matches an apostrophe that turns a formula into text. */
const escapedFormula = /^'(?=\s*[=+\-@\t\r＝＋－＠]|[\t\r])/u;

/** Returns a line of a CSV file: every cell is quoted, and an apostrophe before a formula turns it into text. */
export function formatCsvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((cell) => {
    const text = formula.test(cell) ? `'${cell}` : cell;
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${quotedCells.join(',')}\r\n`;
}

/** Returns a cell without the apostrophe that `formatCsvLine` and other programs put before a formula. */
export function readCsvCell(cell: string): string {
  return cell.replace(escapedFormula, '').trim();
}

/** Returns the separator of a CSV file: a comma, a semicolon or a tab, whichever is most frequent in its first line. */
export function findSeparator(text: string): ',' | ';' | '\t' {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const character of text.slice(0, 100_000)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (character === ',' || character === ';' || character === '\t') counts[character] += 1;
  }
  if (counts[';'] > counts[','] && counts[';'] >= counts['\t']) return ';';
  return counts['\t'] > counts[','] ? '\t' : ',';
}
