import type { ReactNode } from 'react';
import { useId } from 'react';

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
