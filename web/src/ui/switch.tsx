import { Switch as RadixSwitch } from 'radix-ui';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Stands beside it and names it; a click on it also switches. */
  label: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. The label says which it is or what it does. */
export function Switch({
  checked,
  onCheckedChange,
  label,
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
        onCheckedChange={onCheckedChange}
        className={classNames(
          'relative h-8 w-14 shrink-0 rounded-full border-2 border-line-strong bg-well transition-colors',
          'data-[state=checked]:border-done-edge data-[state=checked]:bg-done-edge',
          'after:absolute after:-inset-2 after:content-[""] disabled:opacity-55',
        )}
      >
        <RadixSwitch.Thumb className="block size-6 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[1.625rem] data-[state=checked]:bg-sheet" />
      </RadixSwitch.Root>
      <label htmlFor={id} className="cursor-pointer font-semibold">
        {label}
      </label>
    </span>
  );
}
