import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { ShortSearchHint } from './short-search-hint.tsx';
import { TextInput } from './text-input.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  maxLength: number;
  /** The text as the list is searched for it; if it is too short, the field says so, beside what was typed. */
  searchedText?: string;
}

/** Renders a one-line search field. Needs a label or `aria-label`. */
export function SearchInput({ className, searchedText, ...rest }: SearchInputProps) {
  return (
    <span className={classNames('relative block', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-faint"
        aria-hidden
      />
      <TextInput autoComplete="off" {...rest} type="search" className="pl-10" />
      {searchedText !== undefined && (
        <ShortSearchHint
          text={searchedText}
          textOnly
          className="pointer-events-none absolute inset-y-px right-10 flex items-center bg-sheet text-sm text-ink-soft"
        />
      )}
    </span>
  );
}
