import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { Thermometer } from 'lucide-react';
import { useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { useMechanics, useSickToday } from '../mechanics/queries.ts';
import { InactivityNote } from '../mechanics/inactivity-note.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SickMechanics } from './sick-mechanics.tsx';

// Loaded when first opened.
const CoverageDialog = lazyComponent(
  async () => (await import('../appointments/coverage/coverage-dialog.tsx')).CoverageDialog,
);

/** How many names are initially shown, on a phone and on a wider screen. More would push the board off the screen. */
const nameLimits = { phone: 3, wide: 8 };

/**
 * Shows how many mechanics are available now, their names, and who is out sick today. The button next to a name marks
 * that mechanic as sick, then opens the dialog for reassigning their jobs.
 */
export function AvailableMechanics() {
  const query = useMechanics({ poll: true });
  const { setSick } = useSickToday();
  /** The mechanic who was just marked as sick and whose jobs need coverage. */
  const [sickMechanic, setSickMechanic] = useState<Mechanic | null>(null);
  const close = () => setSickMechanic(null);
  return (
    <section
      aria-labelledby="available-mechanics"
      className="flex flex-col gap-x-8 gap-y-2 rounded-lg border border-line bg-sheet px-4 py-3 sm:px-5 lg:flex-row lg:flex-wrap lg:items-center lg:has-[[role=alert]]:justify-center"
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-11 w-64" />}
        failure="We couldn't load the mechanics."
        getCause={getErrorMessage}
      >
        {(mechanics) => (
          <>
            <MechanicNames
              mechanics={filterAvailable(mechanics)}
              onMarkSick={(mechanic) => setSick(mechanic.id, true, () => setSickMechanic(mechanic))}
            />
            <SickMechanics mechanics={mechanics} onMarkedSick={setSickMechanic} />
          </>
        )}
      </Loaded>
      {sickMechanic && (
        <LazyDialog onClose={close}>
          <CoverageDialog mechanic={sickMechanic} onClose={close} />
        </LazyDialog>
      )}
    </section>
  );
}

/** Returns the mechanics who are available now. */
function filterAvailable(mechanics: readonly Mechanic[]): readonly Mechanic[] {
  return mechanics.filter((mechanic) => mechanic.status === 'available');
}

interface MechanicNamesProps {
  mechanics: readonly Mechanic[];
  onMarkSick: (mechanic: Mechanic) => void;
}

function MechanicNames({ mechanics, onMarkSick }: MechanicNamesProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const listId = useId();
  const getItemClass = (index: number) => {
    if (isExpanded || index < nameLimits.phone) return 'flex';
    return index < nameLimits.wide ? 'flex max-sm:hidden' : 'hidden';
  };
  return (
    <>
      <div className="shrink-0">
        <h2 id="available-mechanics" className="text-lg">
          Available Mechanics
        </h2>
        <p className="figures text-sm text-ink-soft">{availableText(mechanics.length)}</p>
      </div>
      <ul
        id={listId}
        className="flex min-w-0 flex-wrap gap-x-4 gap-y-2 empty:hidden lg:order-last lg:basis-full"
      >
        {mechanics.map((mechanic, index) => (
          <li
            key={mechanic.id}
            className={classNames(
              getItemClass(index),
              'min-w-0 items-center gap-2 text-sm font-medium',
            )}
          >
            <Avatar
              initials={getInitials(mechanic)}
              imageUrl={mechanic.profileImageUrl}
              size="sm"
            />
            <span className="min-w-0 wrap-anywhere">
              {getFullName(mechanic)}
              <InactivityNote mechanic={mechanic} />
            </span>
            <IconButton
              className="-ml-1 size-9 pointer-coarse:size-touch"
              label={`Mark ${getFullName(mechanic)} out sick`}
              icon={<Thermometer className="size-4" aria-hidden />}
              onClick={() => onMarkSick(mechanic)}
            />
          </li>
        ))}
        {mechanics.length > nameLimits.phone && (
          <li className={classNames(mechanics.length <= nameLimits.wide && 'sm:hidden')}>
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isExpanded}
              aria-controls={listId}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? 'Show fewer' : `Show all ${mechanics.length}`}
              <span className="sr-only"> available mechanics</span>
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

function availableText(count: number): string {
  if (count === 0) return 'No mechanics available at this time';
  return `${count} ${count === 1 ? 'mechanic' : 'mechanics'} available for assignment`;
}
