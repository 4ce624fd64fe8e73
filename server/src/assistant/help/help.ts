import type { Role } from '@curbwrench/contract/people/roles';
import MiniSearch from 'minisearch';
import { fillerWords } from '../concepts.ts';
import { toStem } from '../words.ts';
import type { Article } from './article.ts';
import { forCustomers } from './customers.ts';
import { forEveryone } from './everyone.ts';
import { forStaff } from './staff.ts';

const articles: readonly Article[] = [...forEveryone, ...forCustomers, ...forStaff];

/** The minimum search score for a text to count as an answer, tuned with the questions in testing/src/assistant. */
const minScore = 6;

/** The minimum fraction of a question's words that a text must contain to count as an answer. */
const minShare = 0.6;

const indexes = new Map<Role, MiniSearch>();

/** Returns the help text for this role that best matches the words, or null if none matches well enough. */
export function findHelp(role: Role, stems: readonly string[]): Article | null {
  const significantStems = [...new Set(stems)].filter(
    (stem) => !ignoredStems.has(stem) && !/^\d+$/.test(stem),
  );
  if (significantStems.length === 0) return null;
  const [best] = getIndex(role).search(significantStems.join(' '));
  if (!best || best.score < minScore) return null;
  const share = best.queryTerms.length / significantStems.length;
  return share >= minShare ? (articles[Number(best.id)] ?? null) : null;
}

/** Returns an article as an answer, with its source. */
export function formatArticle({ title, text }: Article): string {
  return `${text} (Help: ${title})`;
}

/** The words of the help texts, as stems. Typos in questions are corrected to these words. */
export const helpWords: ReadonlySet<string> = new Set(
  articles
    .flatMap(({ title, words }) => `${title} ${words}`.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .map(toStem),
);

/** Filler words that distinguish help texts from each other. */
const distinguishingWords =
  'work new find start end back hand give call change talk order close speak someone somebody after happen'.split(
    ' ',
  );

/** The filler words that the search ignores: all except those that distinguish help texts. */
const ignoredStems = new Set(
  [...fillerWords].filter((word) => !distinguishingWords.includes(word)),
);

/** Returns the search index of a role's texts. Each index is created only once, since the texts are constant. */
function getIndex(role: Role): MiniSearch {
  const cached = indexes.get(role);
  if (cached) return cached;
  const index = new MiniSearch({
    fields: ['title', 'words', 'text'],
    tokenize: (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [],
    processTerm: (term) => (ignoredStems.has(toStem(term)) ? null : toStem(term)),
    searchOptions: { boost: { title: 3, words: 2 }, combineWith: 'OR' },
  });
  articles.forEach(({ title, words, text, roles }, id) => {
    if (roles === undefined || roles.includes(role)) index.add({ id, title, words, text });
  });
  indexes.set(role, index);
  return index;
}
