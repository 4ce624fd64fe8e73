import { useQuery } from '@tanstack/react-query';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Switch } from '../ui/switch.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { signedInMechanicQuery, useChangeAvailability, type Availability } from './queries.ts';

const toastMessages: Record<Availability, string> = {
  available: 'You are now available',
  offline: 'You are now offline',
};

/**
 * Renders the signed-in mechanic's availability switch. It changes immediately, and changes back if the server
 * refuses. During a job it is disabled, because the status `on_job` is set and removed automatically. It is also
 * disabled while they are out sick, until they report back.
 */
export function AvailabilityToggle() {
  const { id, status } = useSignedInUser();
  const { data: mechanic } = useQuery(signedInMechanicQuery(id));
  const change = useChangeAvailability();
  const isAvailable = status === 'available';
  const isOnJob = status === 'on_job';

  function changeTo(next: Availability) {
    change.mutate(next, {
      onSuccess: () => showToast({ title: 'Status Updated', description: toastMessages[next] }),
      onError: (error) =>
        showFailureToast('Failed to update status', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <Switch
      checked={isAvailable}
      disabled={isOnJob || mechanic?.sick === true || status === null}
      onCheckedChange={(on) => changeTo(on ? 'available' : 'offline')}
      label={
        <>
          {mechanic?.sick && !isOnJob
            ? 'Out sick today'
            : isAvailable
              ? 'Available'
              : 'Unavailable'}
          {isOnJob && (
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
