import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { formatCount } from './format-count.ts';
import { Skeleton } from './skeleton.tsx';
import { toneEdge, type Tone } from './tone.ts';

export interface Stat {
  readonly label: string;
  /** Undefined while it loads, null if it could not be loaded. */
  readonly value: number | null | undefined;
  readonly tone: Tone;
  /** Makes the stat a link to the list it counts. */
  readonly renderLink?: (link: StatLink) => ReactNode;
}

interface StatLink {
  readonly className: string;
  readonly 'aria-labelledby': string;
  readonly children: ReactNode;
}

interface StatRowProps {
  /** Names the set for a screen reader. */
  label: string;
  stats: readonly Stat[];
}

/** Shows stats side by side in one compact row. */
export function StatRow({ label, stats }: StatRowProps) {
  const id = useId();
  const size = sizeFor(Math.max(...stats.map(({ value }) => formatCount(value ?? '').length)));
  return (
    <dl
      aria-label={label}
      className="grid auto-cols-fr grid-flow-col divide-x divide-line overflow-hidden rounded-lg border border-line bg-sheet"
    >
      {stats.map((stat, index) => (
        <div
          key={stat.label}
          className="relative flex min-w-0 flex-col-reverse justify-end gap-1 lg:justify-center px-1.5 py-2.5 sm:px-4 sm:py-3.5"
        >
          <dt
            id={`${id}-${index}`}
            className="text-xs leading-tight tracking-tight text-ink-soft sm:text-sm sm:tracking-normal"
          >
            {stat.label}
          </dt>
          <dd
            id={`${id}-${index}-value`}
            className={classNames(
              'figures border-l-4 pl-1.5 font-display font-bold whitespace-nowrap sm:pl-2',
              size,
              toneEdge[stat.tone],
            )}
          >
            {stat.value === undefined ? (
              <Skeleton className="h-7 w-8 sm:h-9" />
            ) : (
              (stat.renderLink?.({
                className: 'no-underline after:absolute after:inset-0 after:content-[""]',
                'aria-labelledby': `${id}-${index} ${id}-${index}-value`,
                children: formatCount(stat.value ?? '–'),
              }) ?? formatCount(stat.value ?? '–'))
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns one text size for all stats: the largest at which the longest fits on the narrowest phone. */
function sizeFor(characters: number): string {
  if (characters <= 3) return 'text-2xl/none sm:text-3xl/none';
  if (characters <= 5) return 'text-xl/none sm:text-3xl/none';
  return characters === 6
    ? 'text-lg/none sm:text-3xl/none'
    : 'text-sm/none sm:text-xl/none lg:text-3xl/none';
}
