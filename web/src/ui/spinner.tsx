import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

/** Renders a spinning ring with a name for screen readers. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('inline-flex items-center gap-2', className)}>
      <LoaderCircle className="size-6 animate-spin" aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
