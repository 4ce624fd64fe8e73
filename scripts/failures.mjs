/** Describes failed tests in few enough lines to be read at the end of a log. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, message?: string }} Failure `message`: its errors, verbatim
 */

/** Logs are often cut to their last hundred lines, of which the totals need some. */
const maximumLines = 88;
const longestLine = 240;

/**
 * Returns the failures by name, each with the beginning of its message: the more failures there are, the
 * shorter.
 * @param {Failure[]} failures
 * @returns {string}
 */
export function describeFailures(failures) {
  const named = failures.slice(0, maximumLines);
  const messages = named.map(({ message = '' }) => linesOf(message));
  const lengths = share(
    maximumLines - named.length,
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

/** Divides lines equally among messages; those that short messages do not need go to the long ones. */
function share(available, wishes) {
  let left = available;
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
