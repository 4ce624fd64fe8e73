import type { TimeOff } from '@curbwrench/contract/working-time/schemas';
import { X } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { IconButton } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';
import { displayTimeOff } from './day-text.ts';
import { useChangeWorkingTime } from './queries.ts';

interface TimeOffEntryProps {
  timeOff: TimeOff;
  date: string;
  /** Whose it is, for the name of the button. */
  name: string;
  canRemove: boolean;
}

/** Shows time off on one day, with a button to remove all of it. */
export function TimeOffEntry({ timeOff, date, name, canRemove }: TimeOffEntryProps) {
  const change = useChangeWorkingTime();
  const remove = () =>
    change.mutate(() => call('removeTimeOff', { params: { id: timeOff.id } }), {
      onSuccess: () => showToast({ title: 'Time off removed', description: name }),
      onError: (error) =>
        showToast({
          title: 'Failed to remove the time off',
          description: getErrorMessage(error),
          destructive: true,
        }),
    });
  return (
    <div className="flex items-start justify-between gap-1 rounded-md bg-well pl-2 text-sm">
      <p className="min-w-0 py-1.5 wrap-anywhere">
        <span className="figures font-semibold">{displayTimeOff(timeOff, date)}</span>
        {timeOff.reason !== null && <span className="block text-ink-soft">{timeOff.reason}</span>}
      </p>
      {canRemove && (
        <IconButton
          className="size-9 pointer-coarse:size-touch"
          label={`Remove ${name}'s time off`}
          icon={<X className="size-4" aria-hidden />}
          onClick={remove}
        />
      )}
    </div>
  );
}
