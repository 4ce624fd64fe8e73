import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';

/** Renders a heading, four stats and two columns: the shape of every dashboard. */
export function DashboardSkeleton() {
  return (
    <LoadingRegion label="Loading your dashboard">
      <Skeleton className="h-9 w-52" />
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-24" />
        ))}
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </LoadingRegion>
  );
}
