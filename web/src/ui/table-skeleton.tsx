import { Skeleton } from './skeleton.tsx';

/** Renders placeholder rows for a table. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div className="divide-y divide-line">
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
