/** Describes failed tests in few enough lines to be read at the end of a log. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, message?: string }} Failure `message`: the test's errors, verbatim
 */

/** Logs are often cut to their last hundred lines, and the totals take up some of these. */
const maximumLines = 88;
const longestLine = 240;

/**
 * Returns a list of the failures, each with its name and the beginning of its message. The more failures there
 * are, the shorter each message.
 * @param {Failure[]} failures
 * @returns {string}
 */
export function describeFailures(failures) {
  const named = failures.slice(0, maximumLines);
  const messages = named.map(({ message = '' }) => linesOf(message));
  const lengths = divideLines(
    maximumLines - named.length,
    messages.map((lines) => lines.length),
  );
  const left = failures.length - named.length;
  return [
    'Failed:',
    ...named.flatMap(({ name }, index) => [
      `  ${shorten(name)}`,
      ...truncate(messages[index], lengths[index]).map((line) => `      ${line}`),
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

/** Divides lines equally among messages; lines that short messages do not need go to longer messages. */
function divideLines(available, requested) {
  let left = available;
  const granted = [];
  const shortestFirst = [...requested.keys()].toSorted((a, b) => requested[a] - requested[b]);
  for (const [place, index] of shortestFirst.entries()) {
    granted[index] = Math.min(requested[index], Math.floor(left / (requested.length - place)));
    left -= granted[index];
  }
  return granted;
}

/** Returns at most `count` lines; '...' stands for those that are left out. */
function truncate(lines, count) {
  if (lines.length <= count) return lines;
  return count === 0 ? [] : [...lines.slice(0, count - 1), '...'];
}

function shorten(line) {
  return line.length > longestLine ? `${line.slice(0, longestLine)} ...` : line;
}
