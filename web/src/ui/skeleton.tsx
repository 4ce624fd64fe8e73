import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Renders a placeholder block for content that is loading; set its size with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('block animate-breathe rounded-md bg-ghost', className ?? 'h-4 w-full')}
    />
  );
}

/** Wraps the skeletons of one region and announces to screen readers that it is loading. */
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

/** Renders a placeholder for a form field: a label over its control, one line high by default. */
export function FieldSkeleton({ className = 'h-11' }: { className?: string }) {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-6 w-28" />
      <Skeleton className={className} />
    </div>
  );
}
