import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A block in the shape of what is coming; give it the size with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('block animate-breathe rounded-md bg-ghost', className ?? 'h-4 w-full')}
    />
  );
}

/** Wraps the skeletons of one region and says to a screen reader that it is loading. */
export function LoadingRegion({
  label = 'Loading',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** A form's field on its way: a label over its control, of one line unless given another height. */
export function FieldSkeleton({ className = 'h-11' }: { className?: string }) {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-6 w-28" />
      <Skeleton className={className} />
    </div>
  );
}
