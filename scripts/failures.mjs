/** Describes failed tests briefly enough to fit at the end of a log. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, message?: string }} Failure `message`: the test's errors, verbatim
 */

/** Logs are often cut to their last hundred lines, and the totals take up some of these. */
const maxLines = 88;
const maxLineLength = 240;

/**
 * Returns a list of the failures, each with its name and the beginning of its message. The more failures there
 * are, the shorter the messages.
 * @param {Failure[]} failures
 * @returns {string}
 */
export function describeFailures(failures) {
  const listed = failures.slice(0, maxLines);
  const messages = listed.map(({ message = '' }) => linesOf(message));
  const lengths = divideLines(
    maxLines - listed.length,
    messages.map((lines) => lines.length),
  );
  const unlistedCount = failures.length - listed.length;
  return [
    'Failed:',
    ...listed.flatMap(({ name }, index) => [
      `  ${shorten(name)}`,
      ...truncate(messages[index], lengths[index]).map((line) => `      ${line}`),
    ]),
    ...(unlistedCount > 0 ? [`  and ${unlistedCount} more`] : []),
  ].join('\n');
}

function linesOf(message) {
  return stripVTControlCharacters(message)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => shorten(line.trimEnd()));
}

/** Divides lines equally among messages, and gives the lines that short messages do not need to longer messages. */
function divideLines(available, requested) {
  let left = available;
  const granted = [];
  const shortestFirst = [...requested.keys()].toSorted((a, b) => requested[a] - requested[b]);
  for (const [position, index] of shortestFirst.entries()) {
    granted[index] = Math.min(requested[index], Math.floor(left / (requested.length - position)));
    left -= granted[index];
  }
  return granted;
}

/** Returns up to `count` lines; if lines are left out, the last line is '...'. */
function truncate(lines, count) {
  if (lines.length <= count) return lines;
  return count === 0 ? [] : [...lines.slice(0, count - 1), '...'];
}

function shorten(line) {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)} ...` : line;
}
