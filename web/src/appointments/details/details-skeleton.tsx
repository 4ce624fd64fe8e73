import { Skeleton } from '../../ui/skeleton.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';

/** Renders placeholders in the shape of an appointment's page: a card and panels in two columns. */
export function DetailsSkeleton() {
  return (
    <div className="grid gap-5 lg:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="grid gap-6">
        <JobSkeletons count={1} layout="card" />
        <Skeleton className="h-32" />
        <Skeleton className="h-56" />
      </div>
      <div className="grid content-start gap-6">
        <Skeleton className="h-36" />
        <Skeleton className="h-28" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
