import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { Thermometer } from 'lucide-react';
import { useState } from 'react';
import { CoverButton } from '../appointments/cover/cover-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { useSickToday } from '../mechanics/use-sick-today.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Menu } from '../ui/menu.tsx';

// Fetched when it is first opened.
const CoverDialog = lazyComponent(
  async () => (await import('../appointments/cover/cover-dialog.tsx')).CoverDialog,
);

/**
 * Renders the menu by which the office reports a mechanic sick, which opens the dialog that covers their jobs, and who
 * is off sick today.
 */
export function SickMechanics({ mechanics }: { mechanics: readonly Mechanic[] }) {
  const { change, isPending } = useSickToday();
  const [covered, setCovered] = useState<Mechanic | null>(null);
  const close = () => setCovered(null);
  const sick = mechanics.filter((mechanic) => mechanic.sick);
  const others = mechanics.filter((mechanic) => !mechanic.sick);
  return (
    <>
      {others.length > 0 && (
        <div className="shrink-0 lg:ml-auto">
          <Menu
            label="Sick Today: choose a mechanic"
            text="Sick Today"
            items={others.map((mechanic) => ({
              label: getFullName(mechanic),
              onSelect: () => change(mechanic.id, true, () => setCovered(mechanic)),
            }))}
          />
        </div>
      )}
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
      {covered && (
        <LazyDialog onClose={close}>
          <CoverDialog mechanic={covered} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
