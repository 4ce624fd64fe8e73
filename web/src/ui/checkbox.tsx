import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

/** Renders a checkbox with its label beside it. */
export function Checkbox({
  label,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  const id = useId();
  return (
    <span className="flex min-h-touch items-center gap-3">
      <input {...rest} id={id} type="checkbox" className="size-5 shrink-0" />
      <label htmlFor={id} className="min-h-touch cursor-pointer py-2.5">
        {label}
      </label>
    </span>
  );
}
