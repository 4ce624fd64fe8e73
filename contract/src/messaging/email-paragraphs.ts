/** A fact of an email, such as 'When' and 'Tue, Mar 3 at 10:00 AM'. */
export interface EmailFact {
  readonly label: string;
  readonly value: string;
}

/** A paragraph of an email: only a link, a list of facts, or text of one or more lines. */
export type EmailParagraph =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'facts'; readonly facts: readonly EmailFact[] }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Returns the paragraphs of an email's plain text, which blank lines separate. A paragraph that is only a web address
 * is a link, and one with several lines that all look like `When: Tue, Mar 3` is a list of facts.
 */
export function splitEmailText(text: string): EmailParagraph[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(readParagraph);
}

function readParagraph(paragraph: string): EmailParagraph {
  if (/^https?:\/\/[^\s<>"']+$/.test(paragraph)) return { kind: 'link', url: paragraph };
  const facts = paragraph.split('\n').map(readFact);
  return facts.length > 1 && facts.every((fact) => fact !== null)
    ? { kind: 'facts', facts }
    : { kind: 'text', text: paragraph };
}

/** A label is short and made of words, so that neither a sentence nor a time of day is mistaken for one. */
function readFact(line: string): EmailFact | null {
  const [, label, value] = /^(\p{L}[\p{L} ]{0,23}): +(\S.*)$/u.exec(line) ?? [];
  return label === undefined || value === undefined ? null : { label, value };
}
