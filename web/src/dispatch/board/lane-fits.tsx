import type { Placements } from '@curbwrench/contract/appointments/board-schemas';
import { createContext, useContext } from 'react';
import { listFits, type Span } from './geometry.ts';

/**
 * Where the held job fits, and how long it takes in minutes; null while no job is held or the fits are loading.
 */
interface HeldFits {
  readonly placements: Placements;
  readonly length: number;
}

/** In a context, so that picking a job up or dropping it doesn't render every lane with its blocks again. */
export const HeldFitsContext = createContext<HeldFits | null>(null);

interface LaneFitsProps {
  mechanicId: string | null;
  /** Returns a span's left edge and width in the lane. */
  place: (span: Span) => { left: string; width: string };
}

/** Renders the times in a lane at which the held job fits, or why it fits at none. */
export function LaneFits({ mechanicId, place }: LaneFitsProps) {
  const fits = useContext(HeldFitsContext);
  if (fits === null) return null;
  const { placements, length } = fits;
  const reason = placements.mechanics.find(({ id }) => id === mechanicId)?.reason;
  return (
    <>
      {listFits(placements, mechanicId).map(({ from, to }) => (
        <span
          key={`${from}-${to}`}
          data-fits
          className="absolute inset-y-0 bg-done-wash opacity-80"
          style={place({ from, to: to + length })}
        />
      ))}
      {reason && (
        <p className="pointer-events-none absolute inset-0 z-[6] flex items-center bg-sheet/80 px-3 text-xs font-medium text-ink-soft">
          {reason}
        </p>
      )}
    </>
  );
}
