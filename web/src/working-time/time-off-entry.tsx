import type { TimeOff } from '@curbwrench/contract/working-time/schemas';
import { X } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { displayTimeOff, describeTimeOff } from './day-text.ts';
import { useChangeWorkingTime } from './queries.ts';

interface TimeOffEntryProps {
  timeOff: TimeOff;
  date: string;
  /** The mechanic's name, for the button's label. */
  name: string;
  canRemove: boolean;
}

/** Shows time off on one day, with a button that removes all of it after a confirmation. */
export function TimeOffEntry({ timeOff, date, name, canRemove }: TimeOffEntryProps) {
  const change = useChangeWorkingTime();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = () =>
    change.mutate(() => request('removeTimeOff', { params: { id: timeOff.id } }), {
      onSuccess: () => {
        setIsConfirming(false);
        showToast({ title: 'Time off removed', description: name });
      },
      onError: (error) => showFailureToast('Failed to remove time off', getErrorMessage(error)),
    });
  return (
    <div className="rounded-md bg-well pl-2 text-sm">
      {canRemove && (
        <IconButton
          className="float-right size-8 pointer-coarse:size-touch"
          label={`Remove ${name}'s time off`}
          icon={<X className="size-4" aria-hidden />}
          onClick={() => setIsConfirming(true)}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${name}'s time off?`}
          description={describeTimeOff(timeOff)}
          action="Remove"
          pendingLabel="Removing..."
          pending={change.isPending}
          onConfirm={remove}
          onClose={() => setIsConfirming(false)}
        />
      )}
      <p className="py-1.5 wrap-anywhere">
        <span className="figures font-semibold">{displayTimeOff(timeOff, date)}</span>
        {timeOff.reason !== null && <span className="block text-ink-soft">{timeOff.reason}</span>}
      </p>
    </div>
  );
}
