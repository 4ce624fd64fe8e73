/**
 * A spreadsheet would run a cell as a formula that begins, after white space, with one of these (also in full width).
 * OWASP, "CSV injection".
 */
const formula = /^\s*[=+\-@\t\r＝＋－＠]|^[\t\r]/u;
const disarmedFormula = /^'(?=\s*[=+\-@\t\r＝＋－＠]|[\t\r])/u;

/** Returns a line of a CSV file: every cell quoted, and formulas made text by an apostrophe before them. */
export function formatCsvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = formula.test(cell) ? `'${cell}` : cell;
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}

/** Returns a cell without the apostrophe that `formatCsvLine` and other programs put before a formula. */
export function readCsvCell(cell: string): string {
  return cell.replace(disarmedFormula, '').trim();
}

/** Returns the separator of a CSV file: a comma, a semicolon or a tab, whichever its first line has most often. */
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
