import { useId, type ReactNode } from 'react';
import type { BookingField } from './booking-form-values.ts';

/** One part of the form: a heading of its step and its fields, apart by a hairline. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="border-t border-line pt-5">
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      <div className="mt-4 grid gap-6">{children}</div>
    </section>
  );
}

/** Marks where a field of the form stands, so that a mistake in it can be shown. */
export function FieldFrame({ field, children }: { field: BookingField; children: ReactNode }) {
  return (
    <div data-field={field} className="min-w-0">
      {children}
    </div>
  );
}

/** Brings a field into the middle of the screen, clear of what is fixed there, and focuses it. */
export function focusField(form: HTMLFormElement | null, field: BookingField): void {
  const frame = form?.querySelector(`[data-field="${field}"]`);
  frame?.scrollIntoView({ block: 'center' });
  frame
    ?.querySelector<HTMLElement>(
      'select, textarea, input:enabled, td button[tabindex="0"], button:enabled',
    )
    ?.focus({ preventScroll: true });
}
