import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import type { Spot } from './geometry.ts';

const MoveDialog = lazyComponent(async () => (await import('./move-dialog.tsx')).MoveDialog);

interface MoveButtonProps {
  job: Appointment;
  day: BoardDay;
  onMove: (job: Appointment, spot: Spot) => void;
}

/** Renders the button that opens the dialog for moving a job on the board. */
export function MoveButton({ job, day, onMove }: MoveButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="sm"
        aria-label={`Move ${displayId(job.id)}`}
        onPointerEnter={() => void MoveDialog.preload()}
        onClick={() => setIsOpen(true)}
      >
        Move
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <MoveDialog job={job} day={day} onMove={onMove} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
