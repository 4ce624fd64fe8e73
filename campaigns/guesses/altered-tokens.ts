import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A token that must not work, and how it was made. */
export interface Guess {
  readonly name: string;
  readonly token: string;
  /** Whether it contains characters that no token contains; the response may reveal this. */
  readonly isMalformed?: boolean;
}

/** Returns a token like those of the server. */
export function makeRandomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns guesses by someone who has seen part of a token, a damaged token, or no token at all. */
export function alterToken(token: string): Guess[] {
  const last = token.length - 1;
  const middle = Math.floor(token.length / 2);
  return [
    { name: 'random', token: makeRandomToken() },
    { name: 'truncated', token: token.slice(0, -1) },
    { name: 'only its first half', token: token.slice(0, middle) },
    { name: 'extended', token: `${token}A` },
    { name: 'sent twice', token: `${token}${token}` },
    { name: 'with upper and lower case swapped', token: swapCase(token) },
    { name: 'reversed', token: Array.from(token).toReversed().join('') },
    { name: 'padded', token: `${token}=`, isMalformed: true },
    { name: 'after a space', token: ` ${token}`, isMalformed: true },
    { name: 'as a LIKE pattern', token: `${token.slice(0, -1)}%`, isMalformed: true },
    ...[0, middle, last].map((position) => ({
      name: `with character ${position} changed`,
      token: changeBit(token, position, 1),
    })),
    { name: 'with another bit of the last character changed', token: changeBit(token, last, 2) },
  ].filter((guess) => guess.token !== token);
}

/** Changes one bit of one character. In the last character, it can be a bit that decoding ignores. */
function changeBit(token: string, position: number, bit: number): string {
  const index = alphabet.indexOf(token[position] ?? '');
  const changed = index < 0 ? 'A' : alphabet[index ^ bit];
  return `${token.slice(0, position)}${changed}${token.slice(position + 1)}`;
}

function swapCase(token: string): string {
  return Array.from(token, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  ).join('');
}
