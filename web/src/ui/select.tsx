import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './text-input.tsx';

interface SelectProps extends ComponentProps<'select'> {
  /** Shown while the value is ''; it cannot be chosen. */
  placeholder?: string;
}

/**
 * Renders a drop-down list with the platform's own control, which opens as a picker on a phone, can be
 * searched by typing, and needs no script. Takes `<option>` and `<optgroup>` children.
 */
export function Select({ placeholder, className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        className={classNames(
          controlClass,
          'appearance-none truncate pr-9 [&:has(option[value=""]:checked)]:text-ink-faint',
          '[&>option]:bg-sheet [&>option]:text-ink',
          className,
        )}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-5 text-ink-soft"
        aria-hidden
      />
    </span>
  );
}
