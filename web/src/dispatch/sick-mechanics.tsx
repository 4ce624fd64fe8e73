import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { Link } from '@tanstack/react-router';
import { Thermometer } from 'lucide-react';
import { useState } from 'react';
import { CoverButton } from '../appointments/cover/cover-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { useSickToday } from '../mechanics/use-sick-today.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Fetched when they are first opened.
const SickTodayDialog = lazyComponent(
  async () => (await import('./sick-today-dialog.tsx')).SickTodayDialog,
);
const CoverDialog = lazyComponent(
  async () => (await import('../appointments/cover/cover-dialog.tsx')).CoverDialog,
);

/**
 * Renders the button by which the office reports a mechanic sick, after which it covers their jobs, the link to
 * everyone's hours, and who is off sick today.
 */
export function SickMechanics({ mechanics }: { mechanics: readonly Mechanic[] }) {
  const { change, isPending } = useSickToday();
  const [isAsking, setIsAsking] = useState(false);
  const [covered, setCovered] = useState<Mechanic | null>(null);
  const sick = mechanics.filter((mechanic) => mechanic.sick);
  function close() {
    setIsAsking(false);
    setCovered(null);
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-4 lg:ml-auto">
        {sick.length < mechanics.length && (
          <Button
            size="sm"
            onPointerEnter={() => void SickTodayDialog.preload()}
            onClick={() => setIsAsking(true)}
          >
            Sick Today
          </Button>
        )}
        <Link to={paths.team} className="link inline-flex min-h-touch items-center font-semibold">
          Team Hours
        </Link>
      </div>
      {sick.length > 0 && (
        <ul
          aria-label="Off sick today"
          className="grid w-full basis-full gap-2 border-t border-line pt-3"
        >
          {sick.map((mechanic) => (
            <li
              key={mechanic.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5"
            >
              <span className="flex min-w-0 items-center gap-2">
                <Thermometer className="size-5 shrink-0 text-alert" aria-hidden />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{getFullName(mechanic)}</span> is off sick today
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  aria-label={`Back Today: ${getFullName(mechanic)}`}
                  pending={isPending}
                  onClick={() => change(mechanic.id, false, () => {})}
                >
                  Back Today
                </Button>
                <CoverButton mechanic={mechanic} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {(isAsking || covered) && (
        <LazyDialog key={covered?.id} onClose={close}>
          {covered ? (
            <CoverDialog mechanic={covered} onClose={close} />
          ) : (
            <SickTodayDialog mechanics={mechanics} onReported={setCovered} onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}
