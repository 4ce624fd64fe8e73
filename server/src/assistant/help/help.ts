import type { Role } from '@curbwrench/contract/people/roles';
import MiniSearch from 'minisearch';
import { fillerWords } from '../concepts.ts';
import { stemOf } from '../words.ts';
import type { Article } from './article.ts';
import { forCustomers } from './customers.ts';
import { forEveryone } from './everyone.ts';
import { forStaff } from './staff.ts';

const articles: readonly Article[] = [...forEveryone, ...forCustomers, ...forStaff];

/** With a lower score a text is not about the question: measured on the stored questions. */
const leastScore = 6;

/** A text answers a question if it contains this share of its words. */
const leastShare = 0.6;

const indexes = new Map<Role, MiniSearch>();

/** Returns the help text for this role that matches the words, or null when none surely does. */
export function findHelp(role: Role, stems: readonly string[]): Article | null {
  const telling = [...new Set(stems)].filter((stem) => !fillers.has(stem) && !/^\d+$/.test(stem));
  if (telling.length === 0) return null;
  const [best] = indexOf(role).search(telling.join(' '));
  if (!best || best.score < leastScore) return null;
  const share = best.queryTerms.length / telling.length;
  return share >= leastShare ? (articles[Number(best.id)] ?? null) : null;
}

/** Returns an article as an answer, with its source. */
export function helpAnswer({ title, text }: Article): string {
  return `${text} (Help: ${title})`;
}

/** Words of the texts, so that typos in them are corrected too. */
export const helpWords: ReadonlySet<string> = new Set(
  articles
    .flatMap(({ title, words }) => `${title} ${words}`.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .map(stemOf),
);

const toldApartBy =
  'work new find start end back hand give call change talk order close speak someone somebody after happen'.split(
    ' ',
  );

/** The fillers, except those that distinguish texts. */
const fillers = new Set([...fillerWords].filter((word) => !toldApartBy.includes(word)));

/** Returns the index of a role's texts, which is cached because they are constants. */
function indexOf(role: Role): MiniSearch {
  const known = indexes.get(role);
  if (known) return known;
  const index = new MiniSearch({
    fields: ['title', 'words', 'text'],
    tokenize: (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [],
    processTerm: (term) => (fillers.has(stemOf(term)) ? null : stemOf(term)),
    searchOptions: { boost: { title: 3, words: 2 }, combineWith: 'OR' },
  });
  articles.forEach(({ title, words, text, roles }, id) => {
    if (roles === undefined || roles.includes(role)) index.add({ id, title, words, text });
  });
  indexes.set(role, index);
  return index;
}
