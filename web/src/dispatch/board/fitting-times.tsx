import type { Placements } from '@curbwrench/contract/appointments/board-schemas';
import { createContext, useContext } from 'react';
import { listFittingStarts, type Span } from './geometry.ts';

/**
 * Where the job that is being moved ("held") fits, and its length in minutes. The context is null while no job is
 * held or the placements are loading.
 */
interface HeldJobPlacements {
  readonly placements: Placements;
  readonly length: number;
}

/** This is a context, so that picking up or dropping a job doesn't re-render every lane and its blocks. */
export const HeldJobPlacementsContext = createContext<HeldJobPlacements | null>(null);

interface FittingTimesProps {
  mechanicId: string | null;
  /** Returns a span's left edge and width in the lane. */
  toStyle: (span: Span) => { left: string; width: string };
}

/** Marks the times in a lane at which the held job fits, or says why it doesn't fit there at all. */
export function FittingTimes({ mechanicId, toStyle }: FittingTimesProps) {
  const heldJobPlacements = useContext(HeldJobPlacementsContext);
  if (heldJobPlacements === null) return null;
  const { placements, length } = heldJobPlacements;
  const reason = placements.mechanics.find(({ id }) => id === mechanicId)?.reason;
  return (
    <>
      {listFittingStarts(placements, mechanicId).map(({ from, to }) => (
        <span
          key={`${from}-${to}`}
          data-fits
          className="absolute inset-y-0 bg-done-wash opacity-80"
          style={toStyle({ from, to: to + length })}
        />
      ))}
      {reason && (
        <p className="pointer-events-none absolute inset-0 z-[6] flex items-center bg-sheet/80 px-3 text-xs font-medium text-ink-soft">
          {/* Readable even over a block, which shows through the lane's cover. */}
          <span className="rounded-sm bg-sheet px-1">{reason}</span>
        </p>
      )}
    </>
  );
}
