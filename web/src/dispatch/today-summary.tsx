import { Link } from '@tanstack/react-router';
import { useAppointmentCounts } from '../appointments/queries.ts';
import { useToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { summarizeDay } from './day-summary.ts';

/** Shows how many appointments there are today and in which statuses, with a link to their list. */
export function TodaySummary() {
  const date = useToday();
  const { data, isError } = useAppointmentCounts({ date }, { poll: true });
  if (!data) return isError ? null : <Skeleton className="mb-3 h-6 w-64 max-w-full sm:-mt-4" />;
  const { total, parts } = summarizeDay(data);
  return (
    <p className="figures mb-3 text-ink-soft sm:-mt-4">
      {total === null ? (
        'No appointments today'
      ) : (
        <>
          <Link to={paths.appointments} search={{ date }} className="link reach font-semibold">
            {total}
          </Link>
          : {parts}
        </>
      )}
    </p>
  );
}
