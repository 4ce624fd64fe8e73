import {
  isLongEnoughForTextSearch,
  isSearchable,
  shortSearchMessage,
  shortTextMessage,
} from '@curbwrench/contract/fields/search-text';

interface ShortSearchHintProps {
  text: string;
  /** Whether the search finds only text, so that a short appointment number is not enough. */
  textOnly?: boolean;
  className?: string;
}

/** Says how much text to enter, if the text is too short to search for. */
export function ShortSearchHint({ text, textOnly = false, className }: ShortSearchHintProps) {
  if (text === '' || (textOnly ? isLongEnoughForTextSearch(text) : isSearchable(text))) return null;
  return (
    <p role="status" className={className ?? 'px-3 py-2.5 text-ink-soft'}>
      {textOnly ? shortTextMessage : shortSearchMessage}
    </p>
  );
}
