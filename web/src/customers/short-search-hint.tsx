import { isSearchable, shortSearchMessage } from '@curbwrench/contract/customers/search-text';

/** Says how much text to enter, if the text is too short to search for. */
export function ShortSearchHint({ text, className }: { text: string; className?: string }) {
  if (text === '' || isSearchable(text)) return null;
  return (
    <p role="status" className={className ?? 'px-3 py-2.5 text-ink-soft'}>
      {shortSearchMessage}
    </p>
  );
}
