import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The classes of all text inputs and selects. The text is 16 px, so that phones do not zoom in. */
export const controlClass = classNames(
  'min-h-touch w-full min-w-0 rounded-md border border-line-strong bg-sheet px-3 text-base text-ink',
  'placeholder:text-ink-faint hover:border-ink-soft aria-invalid:border-alert-edge',
  'aria-invalid:border-2 disabled:cursor-not-allowed disabled:bg-well disabled:opacity-70',
);

/** Renders a one-line text input. If it is read-only, its background shows that. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      type={type}
      className={classNames(controlClass, rest.readOnly && 'bg-well', className)}
    />
  );
}

/** Renders a multi-line text input. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} rows={rows} className={classNames(controlClass, 'py-2.5', className)} />
  );
}
