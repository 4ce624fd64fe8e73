import type { MechanicSummary } from '@curbwrench/contract/people/schemas';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { getFullName } from '../../lib/people.ts';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';

// Loaded on demand, so that a list does not wait for a dialog that might never be opened.
const CoverageDialog = lazyComponent(
  async () => (await import('./coverage-dialog.tsx')).CoverageDialog,
);

/** Renders the button that opens the dialog for reassigning the jobs of a mechanic who is off today. */
export function CoverageButton({ mechanic }: { mechanic: MechanicSummary }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        aria-label={`Reassign all of ${getFullName(mechanic)}'s jobs`}
        onPointerEnter={() => void CoverageDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Reassign all jobs
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <CoverageDialog mechanic={mechanic} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
