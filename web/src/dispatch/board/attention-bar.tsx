import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { compareByStart } from '@curbwrench/contract/appointments/upcoming-appointment';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { TriangleAlert } from 'lucide-react';
import { attentionText } from '../../appointments/card/status-badge.tsx';

interface AttentionBarProps {
  /** The jobs that need attention. */
  flaggedJobs: readonly Appointment[];
  onSelect: (id: number) => void;
}

/**
 * Lists the jobs that need attention, in order of start time, each with the reason. Clicking a job moves focus to it on
 * the board.
 */
export function AttentionBar({ flaggedJobs, onSelect }: AttentionBarProps) {
  if (flaggedJobs.length === 0) return null;
  return (
    <div className="flex items-start gap-3 border-t border-line bg-alert-wash px-4 py-1.5 text-sm text-alert">
      <h3 className="flex shrink-0 items-center gap-1.5 py-1 font-sans text-sm font-semibold">
        <TriangleAlert className="size-4" aria-hidden />
        Needs attention
      </h3>
      <ul className="flex max-h-20 min-w-0 flex-wrap gap-x-4 overflow-y-auto">
        {flaggedJobs.toSorted(compareByStart).map((job) => (
          <li key={job.id}>
            <button
              type="button"
              className="figures min-h-7 text-left hover:underline pointer-coarse:min-h-touch"
              onClick={() => onSelect(job.id)}
            >
              <span className="font-semibold">{displayId(job.id)}</span> {attentionText(job)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
