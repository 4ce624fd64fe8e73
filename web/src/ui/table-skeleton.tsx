import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

interface TableSkeletonProps {
  rows: number;
  /** Draws an outline, for use directly on the page rather than in a panel. */
  framed?: boolean;
}

/** Renders placeholder rows for a table. */
export function TableSkeleton({ rows, framed = false }: TableSkeletonProps) {
  return (
    <div
      className={classNames(
        'divide-y divide-line',
        framed && 'rounded-lg border border-line bg-sheet',
      )}
    >
      {Array.from({ length: rows }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- placeholders have no identity
        <div key={index} className="flex items-center justify-between gap-6 px-4 py-3.5 sm:px-5">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-full max-w-48" />
            <Skeleton className="h-4 w-full max-w-64" />
          </div>
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  );
}
