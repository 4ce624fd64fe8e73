import { useCallback, useEffect, useId, useState, type ReactNode, type RefObject } from 'react';
import type { BookingField } from './booking-form-values.ts';

/** Renders one section of the form, below a thin line: a step's heading and its fields. */
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

/** Marks a field's element, so that `focusField` finds it. */
export function FieldFrame({ field, children }: { field: BookingField; children: ReactNode }) {
  return (
    <div data-field={field} className="min-w-0">
      {children}
    </div>
  );
}

/** Scrolls a field to the middle of the screen, away from fixed bars, and focuses it. */
export function focusField(form: HTMLFormElement | null, field: BookingField): void {
  const frame = form?.querySelector(`[data-field="${field}"]`);
  frame?.scrollIntoView({ block: 'center' });
  frame
    ?.querySelector<HTMLElement>(
      'select, textarea, input:enabled, td button[tabindex="0"], button:enabled',
    )
    ?.focus({ preventScroll: true });
}

/**
 * Returns a function that scrolls the next free times to the middle of the screen and focuses them, after the chosen time
 * was taken.
 */
export function useFocusNextTimes(form: RefObject<HTMLFormElement | null>): () => void {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count === 0) return undefined;
    // A dialog that closes in the same update returns the focus in a timer of its own, which started earlier.
    const timer = setTimeout(() => {
      const times = form.current?.querySelector<HTMLElement>('[data-next-times]');
      times?.scrollIntoView({ block: 'center' });
      times?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [count, form]);
  return useCallback(() => setCount((previous) => previous + 1), []);
}
