import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface JobSkeletonsProps {
  count: number;
  /** `line` is a `row` that takes one line if there is room. */
  layout?: 'card' | 'row' | 'line' | 'strip';
  /** Leaves out the frame, for use inside a panel. */
  isUnframed?: boolean;
  /** How many buttons a card will have. */
  actionCount?: number;
}

/** Renders placeholders in the shape of job cards. */
export function JobSkeletons({
  count,
  layout = 'row',
  isUnframed = false,
  actionCount = 0,
}: JobSkeletonsProps) {
  const keys = Array.from({ length: count }, (_, index) => `placeholder-${index}`);
  return (
    <div
      className={classNames(
        layout === 'card' ? 'grid gap-4' : 'divide-y divide-line overflow-hidden',
        layout !== 'card' && !isUnframed && 'rounded-lg border border-line bg-sheet',
      )}
    >
      {keys.map((key) => (
        <JobSkeleton key={key} layout={layout} actionCount={actionCount} />
      ))}
    </div>
  );
}

function JobSkeleton({
  layout = 'row',
  actionCount = 0,
}: Pick<JobSkeletonsProps, 'layout' | 'actionCount'>) {
  if (layout === 'strip') {
    return (
      <div className="border-l-6 border-l-line px-4 py-2.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-1.5 h-5 w-64 max-w-full" />
      </div>
    );
  }
  if (layout === 'card') {
    return (
      <div className="flex min-w-0 flex-col gap-3 rounded-lg border border-l-6 border-line bg-sheet p-4 sm:p-5">
        {/* Stacked on a phone, like the content. */}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid gap-1">
            <Skeleton className="h-8 w-56" />
            <Skeleton className="h-6 w-32" />
          </div>
          <Skeleton className="h-7 w-40" />
        </div>
        <Skeleton className="h-7 w-56 max-w-full" />
        <div className="grid gap-2.5">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
        <div className="flex flex-col gap-2 pt-1 empty:hidden sm:flex-row">
          {Array.from({ length: actionCount }, (_, index) => (
            <Skeleton key={`action-${index}`} className="h-touch sm:w-40" />
          ))}
        </div>
      </div>
    );
  }
  if (layout === 'line') {
    return (
      <div className="@container border-l-6 border-l-line bg-sheet">
        <div className="hidden h-11 items-center gap-6 px-3 @min-[54rem]:flex">
          <Skeleton className="h-5 w-34" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-9 w-26" />
        </div>
        <div className="px-4 py-3.5 sm:pr-5 @min-[54rem]:hidden">
          <RowSkeleton />
        </div>
      </div>
    );
  }
  return (
    <div className="@container border-l-6 border-l-line bg-sheet px-4 py-3.5 sm:pr-5">
      <RowSkeleton />
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 @3xl:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,1fr)_12rem]">
      <div className="grid gap-1.5">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-24" />
      </div>
      <div className="grid content-start gap-2">
        <Skeleton className="h-5 w-56 max-w-full" />
        <Skeleton className="h-6 w-44" />
      </div>
      <div className="grid content-start gap-2">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-52 max-w-full" />
      </div>
    </div>
  );
}
