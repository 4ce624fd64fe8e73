import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

/** The props a field passes to its control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong, in one sentence; shown below the control. */
  error?: string | undefined;
  /** Adds "(optional)" to the label; required fields have no asterisk. */
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/**
 * Renders a label, its control, a hint and an error, linked for a screen reader: `<Field label="Make"
 * error={...}>{(control) => <TextInput {...control} />}</Field>`.
 */
export function Field({ label, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Shows an error message, which screen readers announce. Use it directly for a group of controls without a `Field`. */
export function FieldError({ id, children }: { id?: string; children: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm font-medium text-alert empty:hidden">
      {children ? (
        <span className="inline-flex items-start gap-1.5">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {children}
        </span>
      ) : null}
    </p>
  );
}
