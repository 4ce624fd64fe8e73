import { isSearchable, shortSearchMessage } from '@curbwrench/contract/customers/search-text';

/** Says how much to type, once something is typed that is too short to be searched for. */
export function ShortSearchHint({ text, className }: { text: string; className?: string }) {
  if (text === '' || isSearchable(text)) return null;
  return (
    <p role="status" className={className ?? 'px-3 py-2.5 text-ink-soft'}>
      {shortSearchMessage}
    </p>
  );
}
