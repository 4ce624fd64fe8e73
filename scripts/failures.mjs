/** What failed and why, in few enough lines that the end of a log is enough to understand it. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, message?: string }} Failure `message`: its errors, verbatim
 */

/** Logs are often cut to their last hundred lines; the totals need some of them. */
const linesInAll = 88;
const longestLine = 240;

/**
 * The failures by name, each with the beginning of its message, shorter the more failures there are.
 * @param {Failure[]} failures
 * @returns {string}
 */
export function describeFailures(failures) {
  const named = failures.slice(0, linesInAll);
  const messages = named.map(({ message = '' }) => linesOf(message));
  const lengths = share(
    linesInAll - named.length,
    messages.map((lines) => lines.length),
  );
  const left = failures.length - named.length;
  return [
    'Failed:',
    ...named.flatMap(({ name }, index) => [
      `  ${shorten(name)}`,
      ...beginning(messages[index], lengths[index]).map((line) => `      ${line}`),
    ]),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}

function linesOf(message) {
  return stripVTControlCharacters(message)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => shorten(line.trimEnd()));
}

/** Equal shares; lines that short messages do not use go to the long ones. */
function share(whole, wishes) {
  let left = whole;
  const granted = [];
  const shortestFirst = [...wishes.keys()].toSorted((a, b) => wishes[a] - wishes[b]);
  for (const [place, index] of shortestFirst.entries()) {
    granted[index] = Math.min(wishes[index], Math.floor(left / (wishes.length - place)));
    left -= granted[index];
  }
  return granted;
}

function beginning(lines, count) {
  if (lines.length <= count) return lines;
  return count === 0 ? [] : [...lines.slice(0, count - 1), '...'];
}

function shorten(line) {
  return line.length > longestLine ? `${line.slice(0, longestLine)} ...` : line;
}
