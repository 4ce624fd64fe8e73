import { useQuery } from '@tanstack/react-query';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ownMechanicQuery, useChangeAvailability, type Availability } from './queries.ts';

const toastTexts: Record<Availability, string> = {
  available: 'You are now available',
  offline: 'You are now offline',
};

/**
 * Renders the signed-in mechanic's availability switch. It changes immediately, and back if the server
 * refuses. During a job it is disabled: the status `on_job` is set and removed automatically. So it is while they are
 * off sick, which ends only when they say so.
 */
export function AvailabilityToggle() {
  const { id, status } = useSignedInUser();
  const { data: own } = useQuery(ownMechanicQuery(id));
  const change = useChangeAvailability();
  const available = status === 'available';
  const onJob = status === 'on_job';

  function changeTo(next: Availability) {
    change.mutate(next, {
      onSuccess: () => showToast({ title: 'Status Updated', description: toastTexts[next] }),
      onError: (error) =>
        showToast({
          title: 'Failed to update status',
          description: getErrorMessageWithStatus(error),
          destructive: true,
        }),
    });
  }

  return (
    <Switch
      checked={available}
      disabled={onJob || own?.sick === true || status === null}
      onCheckedChange={(on) => changeTo(on ? 'available' : 'offline')}
      label={
        <>
          {own?.sick && !onJob ? 'Off sick today' : available ? 'Available' : 'Unavailable'}
          {onJob && (
            <span className="font-normal text-ink-soft max-sm:block max-sm:text-sm/tight">
              {' '}
              while on a job
            </span>
          )}
        </>
      }
    />
  );
}
