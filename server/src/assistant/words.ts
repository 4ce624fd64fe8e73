/** How many words of a message are read: a question has few, and each is compared with all others. */
const mostWords = 60;

/** Returns a message's words as they were written, in lower case, without apostrophes and accents. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`´]/g, '');
  return (plain.match(/[a-z0-9]+/g) ?? []).slice(0, mostWords);
}

/**
 * Returns the word without its plural ending: 'brakes' and 'brake', 'batteries' and 'battery'
 * become the same.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|^does|^always|^gas)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * Returns the known word that a mistyped one most likely is, or null: one typo in a short word, two in a long
 * one, where swapped neighbors are one typo. The first letter must match, since few people mistype it.
 */
export function nearestWord(stem: string, known: Iterable<string>): string | null {
  if (stem.length < 4 || /\d/.test(stem)) return null;
  const most = stem.length < 8 ? 1 : 2;
  let nearest: string | null = null;
  let fewest = most + 1;
  for (const word of known) {
    if (word[0] !== stem[0] || word.length < 4) continue;
    if (Math.abs(word.length - stem.length) >= fewest) continue;
    const slips = slipsBetween(stem, word, fewest);
    if (slips < fewest) {
      fewest = slips;
      nearest = word;
    }
  }
  return nearest;
}

/** Less than a wrong letter: 'dose' is corrected to 'does' rather than 'done'. */
const swap = 0.9;

/** Returns the optimal string alignment distance, or `limit` when it is no less. */
function slipsBetween(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const at = (line: readonly number[], index: number) => line[index] ?? limit;
      let slips = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, at(before, j - 2) + swap);
      }
      row.push(slips);
    }
    if (Math.min(...row, ...last) >= limit) return limit;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? limit, limit);
}
