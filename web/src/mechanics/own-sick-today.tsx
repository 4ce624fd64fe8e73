import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { ownMechanicQuery } from './queries.ts';

// Fetched when it is first opened.
const SickTodayDialog = lazyComponent(
  async () => (await import('./sick-today-dialog.tsx')).SickTodayDialog,
);

/** Renders the button by which the signed-in mechanic reports sick for the rest of today, or back. */
export function OwnSickToday() {
  const { data } = useQuery(ownMechanicQuery(useSignedInUser().id));
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  return (
    data && (
      <>
        <Button
          size="sm"
          onPointerEnter={() => void SickTodayDialog.preload()}
          onClick={() => setIsConfirming(true)}
        >
          {data.sick === true ? "I'm Back" : 'Sick Today'}
        </Button>
        {isConfirming && (
          <LazyDialog onClose={close}>
            <SickTodayDialog isSick={data.sick === true} onClose={close} />
          </LazyDialog>
        )}
      </>
    )
  );
}
