import { Switch as RadixSwitch } from 'radix-ui';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Stands beside it and names it; a click on it also switches. */
  label: ReactNode;
  /** A line under the label. */
  hint?: string;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. The label says which it is or what it does. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  hint,
  disabled = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <span className={classNames('inline-flex min-h-touch items-center gap-3', className)}>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onCheckedChange={onCheckedChange}
        className={classNames(
          'relative h-8 w-14 shrink-0 rounded-full border-2 border-line-strong bg-well transition-colors',
          'data-[state=checked]:border-done-edge data-[state=checked]:bg-done-edge',
          'after:absolute after:-inset-2 after:content-[""] disabled:opacity-55',
        )}
      >
        <RadixSwitch.Thumb className="block size-6 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[1.625rem] data-[state=checked]:bg-sheet" />
      </RadixSwitch.Root>
      <span className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
    </span>
  );
}
