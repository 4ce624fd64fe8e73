import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';
import { signedInMechanicQuery, useSickToday } from './queries.ts';

/**
 * Renders the button that lets the signed-in mechanic call in sick for the rest of today, or report back to work.
 * There is no confirmation dialog.
 */
export function CallInSickButton() {
  const { id } = useSignedInUser();
  const { data } = useQuery(signedInMechanicQuery(id));
  const { setSick, isPending } = useSickToday();
  if (!data) return null;
  const { sick } = data;
  const toast = sick
    ? { title: 'Welcome back' }
    : { title: 'Get well soon', description: "You're off for the rest of the day." };
  return (
    <Button
      size="sm"
      pending={isPending}
      onClick={() => setSick(id, !sick, () => showToast(toast))}
    >
      {sick ? "I'm Back" : 'Call In Sick'}
    </Button>
  );
}
