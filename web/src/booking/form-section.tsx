import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { FieldErrors } from 'react-hook-form';
import { bookingFields, type BookingField, type BookingValues } from './booking-form-values.ts';

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

/** Marks a field's element, so that `useErrorFocus` finds it. */
export function FieldFrame({ field, children }: { field: BookingField; children: ReactNode }) {
  return (
    <div data-field={field} className="min-w-0">
      {children}
    </div>
  );
}

const controls = 'select, textarea, input:enabled, td button[tabindex="0"], button:enabled';

/**
 * Focuses the first field with an error, in page order, after scrolling it to the middle of the screen, away from fixed
 * bars. Among a new customer's fields, only invalid ones are considered.
 */
function focusFirstError(form: HTMLFormElement | null, fields: readonly BookingField[]): void {
  const frames = fields
    .filter((field) => field !== 'newCustomer')
    .map((field) => `[data-field="${field}"]`);
  const first = form?.querySelector<HTMLElement>([...frames, '[aria-invalid="true"]'].join());
  first?.scrollIntoView({ block: 'center' });
  const control = first?.matches(controls) ? first : first?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
}

/**
 * Returns a handler for invalid submissions. The first invalid field is focused once the errors are rendered, which is
 * after the handler is called.
 */
export function useErrorFocus(
  form: RefObject<HTMLFormElement | null>,
  submitCount: number,
): (errors: FieldErrors<BookingValues>) => void {
  const invalidFields = useRef<readonly BookingField[]>([]);
  useEffect(() => {
    if (invalidFields.current.length > 0) focusFirstError(form.current, invalidFields.current);
    invalidFields.current = [];
  }, [form, submitCount]);
  return useCallback((errors) => {
    invalidFields.current = bookingFields.filter((field) => errors[field]);
  }, []);
}

/**
 * Returns a function that scrolls the next available times to the middle of the screen and focuses them. It is called
 * when the chosen time has been taken.
 */
export function useFocusNextTimes(form: RefObject<HTMLFormElement | null>): () => void {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count === 0) return undefined;
    // A dialog that closes in the same update restores focus in its own timer, which started earlier.
    const timer = setTimeout(() => {
      const times = form.current?.querySelector<HTMLElement>('[data-next-times]');
      times?.scrollIntoView({ block: 'center' });
      times?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [count, form]);
  return useCallback(() => setCount((previous) => previous + 1), []);
}
