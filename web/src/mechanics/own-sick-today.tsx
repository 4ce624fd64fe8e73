import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ownMechanicQuery } from './queries.ts';
import { useSickToday } from './use-sick-today.ts';

// Fetched when it is first opened.
const SickTodayDialog = lazyComponent(
  async () => (await import('./sick-today-dialog.tsx')).SickTodayDialog,
);

/** Renders the button by which the signed-in mechanic reports sick for the rest of today, or back. */
export function OwnSickToday() {
  const { id } = useSignedInUser();
  const { data } = useQuery(ownMechanicQuery(id));
  const { change, isPending } = useSickToday();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  if (data?.sick === undefined) return null;
  if (data.sick) {
    return (
      <Button
        size="sm"
        pending={isPending}
        pendingLabel="One moment..."
        onClick={() =>
          change(id, false, () =>
            showToast({
              title: 'Welcome back',
              description: 'Jobs that someone else took over stay with them.',
            }),
          )
        }
      >
        I'm Back
      </Button>
    );
  }
  return (
    <>
      <Button
        size="sm"
        onPointerEnter={() => void SickTodayDialog.preload()}
        onClick={() => setIsConfirming(true)}
      >
        Sick Today
      </Button>
      {isConfirming && (
        <LazyDialog onClose={close}>
          <SickTodayDialog onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
