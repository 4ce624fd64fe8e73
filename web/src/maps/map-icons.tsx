import { House, Truck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { Tone } from '../ui/tone.ts';

/** Solid colors, which stand out from the map. */
const tones: Record<Tone, string> = {
  alert: 'bg-alert text-sheet',
  progress: 'bg-progress text-sheet',
  done: 'bg-done text-sheet',
  info: 'bg-info text-sheet',
  waiting: 'bg-waiting text-sheet',
  muted: 'bg-muted text-sheet',
};

interface JobIconProps {
  /** A number or a short label. */
  children: ReactNode;
  tone: Tone;
  /** Whether only the ZIP code or the city is known; the outline is then dashed. */
  isApproximate?: boolean;
}

/** Renders the icon of a job, for a `MapMarker` or a list beside the map. */
export function JobIcon({ children, tone, isApproximate = false }: JobIconProps) {
  return (
    <span
      className={classNames(
        'figures grid size-8 shrink-0 place-items-center rounded-full border-2 text-sm font-bold shadow-lift',
        isApproximate ? 'border-dashed border-ink' : 'border-sheet',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Renders the icon of a mechanic's van, with initials or a name under it. */
export function VanIcon({ children, tone }: { children?: ReactNode; tone: Tone }) {
  return (
    <span className="grid justify-items-center gap-0.5">
      <span
        className={classNames(
          'grid size-9 place-items-center rounded-md border-2 border-sheet shadow-lift',
          tones[tone],
        )}
      >
        <Truck className="size-5" aria-hidden />
      </span>
      {children !== undefined && (
        <span className="rounded-sm bg-sheet/90 px-1 text-xs font-semibold text-ink">
          {children}
        </span>
      )}
    </span>
  );
}

/** Renders the icon of the customer's car. */
export function CarLocationIcon() {
  return (
    <span className="grid size-9 place-items-center rounded-full border-2 border-sheet bg-ink text-sheet shadow-lift">
      <House className="size-5" aria-hidden />
    </span>
  );
}

/** Renders the icon of the viewer's own location. */
export function OwnLocationIcon() {
  return (
    <span className="grid size-8 place-items-center rounded-full border-2 border-sheet bg-info text-sheet shadow-lift">
      <UserRound className="size-4" aria-hidden />
    </span>
  );
}
