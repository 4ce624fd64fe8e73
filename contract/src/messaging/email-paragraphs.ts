/** A labeled detail in an email, such as 'When' with the value 'Tue, Mar 3 at 10:00 AM'. */
export interface EmailDetail {
  readonly label: string;
  readonly value: string;
}

/** A paragraph of an email: the email's link alone, a list of details, or text of one or more lines. */
export type EmailParagraph =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'details'; readonly details: readonly EmailDetail[] }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Returns the paragraphs of an email's plain text, which are separated by blank lines. A paragraph that contains only
 * the email's own link is a link, and one with several lines that all look like `When: Tue, Mar 3` is a list of details.
 * Any other web address is text: somebody may have typed it, so it must not look like the email's own button.
 */
export function splitEmailText(text: string, link: string): EmailParagraph[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => readParagraph(paragraph, link));
}

function readParagraph(paragraph: string, link: string): EmailParagraph {
  if (paragraph === link) return { kind: 'link', url: link };
  const details = paragraph.split('\n').map(readDetail);
  return details.length > 1 && details.every((detail) => detail !== null)
    ? { kind: 'details', details }
    : { kind: 'text', text: paragraph };
}

/** A label is short and made of words, so that neither a sentence nor a time of day is mistaken for one. */
function readDetail(line: string): EmailDetail | null {
  const [, label, value] = /^(\p{L}[\p{L} ]{0,23}): +(\S.*)$/u.exec(line) ?? [];
  return label === undefined || value === undefined ? null : { label, value };
}
