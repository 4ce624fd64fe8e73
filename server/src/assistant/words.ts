/** The maximum number of words of a message that are read. Each is compared with all known words, which takes time. */
const maxWords = 60;

/** Returns the first `maxWords` words of a text in lower case, without apostrophes or accents. */
export function splitWords(text: string): string[] {
  const normalized = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`´]/g, '');
  return (normalized.match(/[a-z0-9]+/g) ?? []).slice(0, maxWords);
}

/**
 * Returns the word without its plural ending: 'brakes' and 'brake', 'batteries' and 'battery'
 * become the same.
 */
export function toStem(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|^does|^always|^gas)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * Returns the known word that a mistyped word most likely stands for, or null. Allows one typo in a short word and
 * two in a long one; swapping two adjacent letters counts as one typo. The first letter must match, since few people
 * mistype it.
 */
export function findNearestWord(stem: string, knownWords: Iterable<string>): string | null {
  if (stem.length < 4 || /\d/.test(stem)) return null;
  const maxTypos = stem.length < 8 ? 1 : 2;
  let nearest: string | null = null;
  let fewestTypos = maxTypos + 1;
  for (const word of knownWords) {
    if (word[0] !== stem[0] || word.length < 4) continue;
    if (Math.abs(word.length - stem.length) >= fewestTypos) continue;
    const typos = typoDistance(stem, word, fewestTypos);
    if (typos < fewestTypos) {
      fewestTypos = typos;
      nearest = word;
    }
  }
  return nearest;
}

/**
 * The cost of two swapped letters. It is less than that of a wrong letter, so that 'dose' becomes 'does', not 'done'.
 */
const swapCost = 0.9;

/** Returns the optimal string alignment distance of two words, or `limit` if the distance is at least that. */
function typoDistance(a: string, b: string, limit: number): number {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replacementCost = a[i - 1] === b[j - 1] ? 0 : 1;
      const valueAt = (values: readonly number[], index: number) => values[index] ?? limit;
      let typos = Math.min(
        valueAt(lastRow, j) + 1,
        valueAt(row, j - 1) + 1,
        valueAt(lastRow, j - 1) + replacementCost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        typos = Math.min(typos, valueAt(rowBeforeLast, j - 2) + swapCost);
      }
      row.push(typos);
    }
    if (Math.min(...row, ...lastRow) >= limit) return limit;
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  return Math.min(lastRow[b.length] ?? limit, limit);
}
