import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { TextInput } from './text-input.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  maxLength: number;
  /** Shown in the field, beside what was typed. */
  hint?: ReactNode;
}

/** Renders a one-line search field. Needs a label or `aria-label`. */
export function SearchInput({ className, hint, ...rest }: SearchInputProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-faint"
        aria-hidden
      />
      <TextInput autoComplete="off" {...rest} type="search" className="pl-10 text-ellipsis" />
      {hint !== undefined && (
        <div className="pointer-events-none absolute inset-y-px right-10 flex items-center bg-sheet text-sm">
          {hint}
        </div>
      )}
    </div>
  );
}
