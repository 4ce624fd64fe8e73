import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { useContext, type CSSProperties } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { BlockContent } from './board-block.tsx';
import { canFit, type Spot } from './geometry.ts';
import { HeldJobPlacementsContext } from './fitting-times.tsx';
import { getDuration, moveTo } from './lanes.ts';

interface HeldBlockProps {
  job: Appointment;
  spot: Spot;
  style: CSSProperties;
}

const noon = 12 * 60;

/** Shows where the held job would be dropped. */
export function HeldBlock({ job, spot, style }: HeldBlockProps) {
  const end = spot.start + getDuration(job);
  const placements = useContext(HeldJobPlacementsContext)?.placements;
  const doesFit = !placements || canFit(placements, spot);
  return (
    <div
      data-held-at
      aria-hidden
      className={classNames(
        'pointer-events-none absolute inset-y-[3px] z-[7] overflow-visible rounded-md border-2 bg-sheet shadow-lift',
        doesFit ? 'border-done-edge' : 'border-dashed border-alert-edge',
      )}
      style={style}
    >
      <span
        className={classNames(
          'figures absolute -top-px bg-ink px-1.5 text-xs font-semibold whitespace-nowrap text-paper',
          // The label can be wider than the block. After noon it extends to the left, away from the board's right edge.
          spot.start >= noon ? 'right-0 rounded-bl-md' : 'left-0 rounded-br-md',
        )}
      >
        {displayTime(toTimeOfDay(spot.start))} to {displayTime(toTimeOfDay(end))}
      </span>
      <span className="block h-full overflow-hidden pt-4">
        <BlockContent job={moveTo(job, spot)} />
      </span>
    </div>
  );
}
