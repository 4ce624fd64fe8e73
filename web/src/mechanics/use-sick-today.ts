import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { showToast } from '../ui/toast-store.ts';
import { useChangeSick } from './queries.ts';

/** Returns what reports a mechanic sick or back, and whether it is under way. A failure is shown in a toast. */
export function useSickToday() {
  const { mutate, isPending } = useChangeSick();
  return {
    isPending,
    change: (id: string, sick: boolean, onSuccess: () => void) =>
      mutate(
        { id, sick },
        {
          onSuccess,
          onError: (error) =>
            showToast({
              title: sick ? 'Failed to report sick' : 'Failed to take it back',
              description: getErrorMessageWithStatus(error),
              destructive: true,
            }),
        },
      ),
  };
}
