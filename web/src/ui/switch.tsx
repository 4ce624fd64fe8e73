import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** The label beside the switch; clicking it also toggles the switch. */
  label: ReactNode;
  /** A line under the label. */
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** Renders a switch that takes effect immediately. The label names what it turns on. */
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
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `checked` already provides the state
        role="switch"
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => onCheckedChange(target.checked)}
        className={classNames(
          'relative h-8 w-14 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-well transition-colors',
          'checked:border-done-edge checked:bg-done-edge disabled:cursor-default disabled:opacity-55',
          // `before` is the thumb, `after` an enlarged touch target.
          'before:absolute before:top-0.5 before:left-0.5 before:size-6 before:rounded-full before:bg-line-strong before:transition-transform before:content-[""]',
          'checked:before:translate-x-6 checked:before:bg-sheet after:absolute after:-inset-2 after:content-[""]',
        )}
      />
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
