import { Skeleton } from '../ui/skeleton.tsx';

/** A journey on its way, in its shape. */
export function TrackSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-14" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-6 w-40" />
      </div>
      <div className="grid gap-5">
        {['w-24', 'w-40', 'w-28', 'w-20', 'w-16'].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className={`h-5 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
