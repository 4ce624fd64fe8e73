/**
 * Reproducible random numbers: a generator created with the same seed gives the same numbers on every
 * machine. Not for secrets.
 */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from `low` to `high` (both inclusive). */
  between(low: number, high: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  /** Returns one of the items; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Returns one of the values, with probabilities proportional to the weights. */
  pickWeighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T;
  /** Returns the items in random order; does not change `items`. */
  shuffle<T>(items: readonly T[]): T[];
  /** Returns `length` random characters from `alphabet`. */
  text(length: number, alphabet: string): string;
}

/** Returns a generator whose seed combines these parts. Different parts give unrelated numbers. */
export function createRandom(...parts: readonly (string | number)[]): Random {
  const next = mulberry32(hashText(parts.join('\u0000')));
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    pickWeighted: (choices) => {
      let at = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = choices.find(([, weight]) => (at -= weight) < 0) ?? choices.at(-1);
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen[0];
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
  };
}

/**
 * Returns the FNV-1a hash, mixed further so that strings that differ only in their last character have very
 * different hashes.
 */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a mulberry32 generator (by Tommy Ettinger, public domain): small, fast, and good enough for generated rows.
 */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
