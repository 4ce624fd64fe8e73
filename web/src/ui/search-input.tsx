import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { TextInput } from './text-input.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  maxLength: number;
}

/** Renders a one-line search field. Needs a label or `aria-label`. */
export function SearchInput({ className, ...rest }: SearchInputProps) {
  return (
    <span className={classNames('relative block', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-faint"
        aria-hidden
      />
      <TextInput autoComplete="off" {...rest} type="search" className="pl-10" />
    </span>
  );
}
