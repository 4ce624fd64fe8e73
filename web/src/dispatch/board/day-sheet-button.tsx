import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';

const DaySheet = lazyComponent(async () => (await import('./day-sheet.tsx')).DaySheet);

/** Renders the button that opens a printable list of the day's jobs; `day` is undefined while it is loading. */
export function DaySheetButton({ day }: { day: BoardDay | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        onPointerEnter={() => void DaySheet.preload()}
        onClick={() => setIsOpen(true)}
      >
        Print schedule
      </Button>
      {isOpen && day && (
        <LazyDialog onClose={close}>
          <DaySheet day={day} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
