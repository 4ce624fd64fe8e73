import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { Link } from '@tanstack/react-router';
import { Thermometer } from 'lucide-react';
import { useState } from 'react';
import { CoverageButton } from '../appointments/coverage/coverage-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { useSickToday } from '../mechanics/queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Loaded when first opened.
const SickTodayDialog = lazyComponent(
  async () => (await import('./sick-today-dialog.tsx')).SickTodayDialog,
);

interface SickMechanicsProps {
  mechanics: readonly Mechanic[];
  onMarkedSick: (mechanic: Mechanic) => void;
}

/**
 * Renders the office's button to mark a mechanic as sick, the link to the team's hours, and the list of mechanics
 * who are out sick today.
 */
export function SickMechanics({ mechanics, onMarkedSick }: SickMechanicsProps) {
  const { setSick, isPending } = useSickToday();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const sickMechanics = mechanics.filter((mechanic) => mechanic.sick);
  const close = () => setIsDialogOpen(false);
  return (
    <>
      <div className="flex max-w-full shrink-0 flex-wrap items-center gap-x-4 gap-y-1 lg:ml-auto">
        {sickMechanics.length < mechanics.length && (
          <Button
            size="sm"
            onPointerEnter={() => void SickTodayDialog.preload()}
            onClick={() => setIsDialogOpen(true)}
          >
            Mark someone out sick
          </Button>
        )}
        <Link to={paths.team} className="link inline-flex min-h-touch items-center font-semibold">
          Team schedule
        </Link>
      </div>
      {sickMechanics.length > 0 && (
        <ul
          aria-label="Out sick today"
          className="grid w-full basis-full gap-2 border-t border-line pt-3"
        >
          {sickMechanics.map((mechanic) => (
            <li
              key={mechanic.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5"
            >
              <span className="flex min-w-0 items-center gap-2">
                <Thermometer className="size-5 shrink-0 text-alert" aria-hidden />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{getFullName(mechanic)}</span> is out sick today
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  aria-label={`Mark ${getFullName(mechanic)} as back`}
                  pending={isPending}
                  onClick={() => setSick(mechanic.id, false, () => {})}
                >
                  Mark as back
                </Button>
                <CoverageButton mechanic={mechanic} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isDialogOpen && (
        <LazyDialog onClose={close}>
          <SickTodayDialog
            mechanics={mechanics}
            onMarkedSick={(mechanic) => {
              close();
              onMarkedSick(mechanic);
            }}
            onClose={close}
          />
        </LazyDialog>
      )}
    </>
  );
}
