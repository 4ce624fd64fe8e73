/** The parts of the business's wording for visitors: the landing page's FAQ, and the pages at /privacy and /terms. */
export const siteWordingNames = ['questions', 'privacy', 'terms'] as const;
export type SiteWordingName = (typeof siteWordingNames)[number];

/** The maximum length of each part. */
export const siteWordingLimits = {
  questions: 6_000,
  privacy: 15_000,
  terms: 15_000,
} as const satisfies Record<SiteWordingName, number>;

/** A part of a text: a heading, a paragraph, or a list. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/**
 * Splits a text into blocks: a line that begins with `#` is a heading, lines that begin with `- ` are a list, and a
 * blank line ends a paragraph. Everything else, including HTML, is plain text.
 */
export function parseTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let paragraph: string[] = [];
  let items: string[] = [];
  const endBlock = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') });
    if (items.length > 0) blocks.push({ kind: 'list', items });
    paragraph = [];
    items = [];
  };
  for (const rawLine of text.split('\n')) {
    const line = rawLine.trim();
    const heading = /^#+\s*(\S.*)$/.exec(line)?.[1];
    const item = /^[-*]\s+(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      endBlock();
      blocks.push({ kind: 'heading', text: heading });
    } else if (item !== undefined) {
      if (paragraph.length > 0) endBlock();
      items.push(item);
    } else if (line === '') endBlock();
    else {
      if (items.length > 0) endBlock();
      paragraph.push(line);
    }
  }
  endBlock();
  return blocks;
}

/** A question with its answer, for the landing page. */
export interface QuestionBlocks {
  readonly question: string;
  readonly answer: readonly TextBlock[];
}

/** Returns the questions of a text: each heading, with the blocks below it. Text above the first heading is left out. */
export function parseFaq(text: string): QuestionBlocks[] {
  const questions: { question: string; answer: TextBlock[] }[] = [];
  for (const block of parseTextBlocks(text)) {
    if (block.kind === 'heading') questions.push({ question: block.text, answer: [] });
    else questions.at(-1)?.answer.push(block);
  }
  return questions.filter(({ answer }) => answer.length > 0);
}
