import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { useCurrentJob } from '../appointments/current-job.ts';
import { useSharing } from '../tracking/location-sharing.ts';
import { keepScreenOn, setScreenKeptOn } from '../tracking/wake-lock.ts';

/**
 * Keeps the signed-in mechanic's screen on while they drive to a job and share their location, because a page can't
 * report the location while the screen is off. Renders nothing.
 */
export function DrivingWakeLock() {
  const job = useCurrentJob();
  const { choice } = useSharing();
  return job && choice === 'on' ? <WakeLockUntilArrival jobId={job.id} /> : null;
}

function WakeLockUntilArrival({ jobId }: { jobId: number }) {
  // Has its own key, because the tracking query is refetched with each reported position.
  const { data: isDriving } = useQuery({
    queryKey: ['appointment', 'driving', jobId],
    queryFn: ({ signal }) => request('trackAppointment', { params: { id: jobId }, signal }),
    select: ({ status, steps }) =>
      status === 'in_progress' && !steps.some(({ name, done }) => name === 'arrived' && done),
  });
  useEffect(() => {
    if (!isDriving) return;
    return keepScreenOn(navigator.wakeLock, document, setScreenKeptOn);
  }, [isDriving]);
  return null;
}
