import { Skeleton } from '../ui/skeleton.tsx';

/** Renders a placeholder as high as a map and its caption; set the map's height with classes. */
export function MapSkeleton({ className }: { className: string }) {
  return (
    <div>
      <Skeleton className={className} />
      <div className="mt-1.5 min-h-[1lh] text-xs" />
    </div>
  );
}
