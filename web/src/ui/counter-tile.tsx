import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { toneEdge, toneText, type Tone } from './tone.ts';
import { Skeleton } from './skeleton.tsx';

interface CounterTileProps {
  label: string;
  /** The figure as text or a number; undefined while it loads. */
  value: string | number | undefined;
  icon?: ReactNode;
  tone?: Tone;
  /** A short line under the figure. */
  note?: ReactNode;
  className?: string;
}

/** One true figure with its name. Wrap it in a link to open the list behind it. */
export function CounterTile({
  label,
  value,
  icon,
  tone = 'muted',
  note,
  className,
}: CounterTileProps) {
  return (
    <div
      className={classNames(
        'flex h-full min-w-0 flex-col gap-1 rounded-lg border border-l-4 border-line bg-sheet p-3 sm:p-4',
        toneEdge[tone],
        className,
      )}
    >
      <div className="flex items-center justify-between gap-2 text-sm font-medium text-ink-soft">
        <span>{label}</span>
        <span className={classNames('hidden sm:inline [&>svg]:size-5', toneText[tone])} aria-hidden>
          {icon}
        </span>
      </div>
      {value === undefined ? (
        <Skeleton className="h-9 w-16" />
      ) : (
        <p
          className={classNames(
            'figures font-display font-bold whitespace-nowrap',
            sizeFor(String(value).length),
          )}
        >
          {value}
        </p>
      )}
      {note !== undefined && <p className="text-xs text-ink-faint">{note}</p>}
    </div>
  );
}

/** As large as half the width of the narrowest phone lets it be. */
function sizeFor(characters: number): string {
  if (characters <= 9) return 'text-2xl sm:text-3xl';
  if (characters <= 10) return 'text-xl sm:text-2xl';
  return characters <= 11 ? 'text-lg sm:text-2xl' : 'text-base sm:text-2xl';
}
