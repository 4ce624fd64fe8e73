import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { getFullName, getInitials } from '../lib/people.ts';
import { MechanicBadge } from '../mechanics/mechanic-badge.tsx';
import { useSickToday } from '../mechanics/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface SickTodayDialogProps {
  mechanics: readonly Mechanic[];
  onMarkedSick: (mechanic: Mechanic) => void;
  onClose: () => void;
}

/** Lists the mechanics who are not out sick; pressing one marks that mechanic as sick for the rest of today. */
export function SickTodayDialog({ mechanics, onMarkedSick, onClose }: SickTodayDialogProps) {
  const { setSick, isPending } = useSickToday();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who is sick today?"
      description="They won't get any more jobs today. Next, you'll choose who takes over their jobs."
    >
      <ul className="grid gap-2">
        {mechanics
          .filter(({ sick }) => !sick)
          .map((mechanic) => (
            <li key={mechanic.id}>
              <button
                type="button"
                aria-disabled={isPending}
                className="flex min-h-14 w-full items-center gap-3 rounded-md border border-line-strong bg-sheet px-3 py-2 text-left transition-colors hover:bg-well"
                onClick={() =>
                  !isPending && setSick(mechanic.id, true, () => onMarkedSick(mechanic))
                }
              >
                <Avatar initials={getInitials(mechanic)} imageUrl={mechanic.profileImageUrl} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{getFullName(mechanic)}</span>
                  <span className="figures block text-sm text-ink-soft">
                    {mechanic.jobsToday} {mechanic.jobsToday === 1 ? 'job' : 'jobs'} today
                  </span>
                </span>
                <MechanicBadge status={mechanic.status} />
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
