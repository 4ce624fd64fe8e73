import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

/** What a field hands to its control, to spread on it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The sentence of what is wrong; it stands where the mistake is. */
  error?: string | undefined;
  /** Marked in words rather than with an asterisk: what may be left out says so. */
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A label, its control, a hint and an error, tied together for a screen reader:
 * `<Field label="Make" error={...}>{(control) => <TextInput {...control} />}</Field>`.
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

/** The sentence of a mistake, announced when it appears. For a group that is no single field. */
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
