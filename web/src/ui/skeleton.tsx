import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A block in the shape of what is coming; give it the size with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('block animate-breathe rounded-md bg-well', className ?? 'h-4 w-full')}
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
