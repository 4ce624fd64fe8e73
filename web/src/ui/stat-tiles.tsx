import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { formatCount } from './format-count.ts';
import { Skeleton } from './skeleton.tsx';
import { toneEdge, toneText, type Tone } from './tone.ts';

export interface StatTile {
  readonly label: string;
  /** The count as text or a number; undefined while it loads. */
  readonly value: string | number | undefined;
  readonly icon: ReactNode;
  readonly tone: Tone;
  /** A short line under the count. */
  readonly note?: ReactNode;
  /** Makes the tile a link to the list it counts; receives the classes and the content to render. */
  readonly renderLink?: (link: { className: string; children: ReactNode }) => ReactNode;
}

/**
 * Shows counts with their labels in a row. Labels, counts and notes line up across the tiles of a row,
 * and all counts have the size at which the longest one fits.
 */
export function StatTiles({ stats }: { stats: readonly StatTile[] }) {
  const texts = stats.map(({ value }) => (value === undefined ? '' : formatCount(value)));
  const size = sizeFor(Math.max(...texts.map(({ length }) => length)));
  const rowSpan = stats.some(({ note }) => note !== undefined) ? 'row-span-3' : 'row-span-2';
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map((stat) => {
        const tile = <Tile stat={stat} size={size} rowSpan={rowSpan} />;
        return (
          <Fragment key={stat.label}>
            {stat.renderLink?.({ className: classNames(linkClass, rowSpan), children: tile }) ??
              tile}
          </Fragment>
        );
      })}
    </div>
  );
}

const linkClass =
  'grid min-w-0 grid-rows-subgrid rounded-lg no-underline transition-colors hover:brightness-98';

function Tile({ stat, size, rowSpan }: { stat: StatTile; size: string; rowSpan: string }) {
  const { label, value, icon, tone, note } = stat;
  return (
    <div
      className={classNames(
        'grid min-w-0 grid-rows-subgrid gap-y-1 rounded-lg border border-l-4 border-line bg-sheet p-3 sm:p-4',
        rowSpan,
        toneEdge[tone],
      )}
    >
      <div className="flex items-start justify-between gap-2 text-sm font-medium text-ink-soft">
        <span>{label}</span>
        <span className={classNames('hidden sm:inline [&>svg]:size-5', toneText[tone])} aria-hidden>
          {icon}
        </span>
      </div>
      {value === undefined ? (
        <Skeleton className="h-9 w-16" />
      ) : (
        <p className={classNames('figures font-display font-bold whitespace-nowrap', size)}>
          {formatCount(value)}
        </p>
      )}
      {note !== undefined && <p className="text-xs text-ink-faint">{note}</p>}
    </div>
  );
}

/**
 * Returns the largest text size at which the count fits into half the width of the narrowest phone and a quarter of the
 * width of a narrow desktop screen.
 */
function sizeFor(characters: number): string {
  if (characters <= 5) return 'text-2xl sm:text-3xl';
  if (characters <= 9) return 'text-2xl sm:text-3xl lg:text-xl xl:text-3xl';
  if (characters <= 10) return 'text-xl sm:text-2xl lg:text-lg xl:text-2xl';
  return characters <= 11
    ? 'text-lg sm:text-2xl lg:text-lg xl:text-2xl'
    : 'text-base sm:text-2xl lg:text-base xl:text-xl';
}
