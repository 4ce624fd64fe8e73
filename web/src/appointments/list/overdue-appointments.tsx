import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { useAppointmentCounts } from '../queries.ts';

const OverdueRows = lazyComponent(async () => (await import('./overdue-rows.tsx')).OverdueRows);

/**
 * Shows the office how many appointments are overdue or have a mechanic who is off or no longer works at that time, and
 * lists them on demand.
 */
export function OverdueAppointments() {
  const counts = useAppointmentCounts({ attention: 'needed' }, { poll: true });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      aria-label="Appointments that need attention"
      className="rounded-lg border border-line bg-sheet empty:hidden"
    >
      <Loaded
        query={counts}
        skeleton={<Skeleton className="h-14" />}
        failure="We couldn't load the appointments that need attention."
        getCause={getErrorMessage}
      >
        {(countsByStatus) => {
          const count = Object.values(countsByStatus).reduce(
            (sum, statusCount) => sum + statusCount,
            0,
          );
          return (
            <>
              <div className="flex min-h-14 items-center gap-3 px-4 py-1.5 sm:px-5">
                {count > 0 ? (
                  <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
                ) : (
                  <CircleCheck className="size-5 shrink-0 text-ink-faint" aria-hidden />
                )}
                <p className="figures min-w-0 flex-1 font-medium" aria-live="polite">
                  {attentionCountText(count)}
                </p>
                {(count > 0 || isOpen) && (
                  <Button
                    size="sm"
                    aria-expanded={isOpen}
                    aria-label={`${isOpen ? 'Hide' : 'Show'} appointments that need attention`}
                    onPointerEnter={() => void OverdueRows.preload()}
                    onClick={() => setIsOpen(!isOpen)}
                  >
                    {isOpen ? 'Hide' : 'Show'}
                  </Button>
                )}
              </div>
              {isOpen && (
                <div className="border-t border-line">
                  <LazyPart skeleton={<JobSkeletons count={2} layout="line" isUnframed />}>
                    <OverdueRows />
                  </LazyPart>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function attentionCountText(count: number): string {
  if (count === 0) return 'No overdue jobs or scheduling problems.';
  return count === 1 ? '1 appointment needs attention' : `${count} appointments need attention`;
}
