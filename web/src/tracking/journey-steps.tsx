import type { JourneyStep, JourneyStepName } from '@curbwrench/contract/tracking/schemas';
import { Check, X } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { classNames } from '../ui/class-names.ts';
import { stepLabels } from './journey.ts';

/**
 * Lists the steps of the journey, both completed and upcoming. Once the journey is over, steps that were skipped are
 * left out.
 */
export function JourneySteps({ steps }: { steps: readonly JourneyStep[] }) {
  const { timeZone } = useBusiness();
  const isOver = steps.some(({ name, done }) => done && isLast(name));
  const shown = isOver ? steps.filter(({ done }) => done) : steps;
  return (
    <ol aria-label="Steps" className="grid">
      {shown.map(({ name, done, at }) => (
        <li
          key={name}
          className="group relative flex min-h-11 items-start gap-3 pb-3 last:min-h-0 last:pb-0"
        >
          <span
            aria-hidden
            className="absolute top-6 bottom-0 left-3 -ml-px w-0.5 bg-line group-last:hidden"
          />
          <span
            aria-hidden
            className={classNames(
              'relative flex size-6 shrink-0 items-center justify-center rounded-full border-2',
              getCircleClass(name, done),
            )}
          >
            {name === 'cancelled' ? (
              <X className="size-4" strokeWidth={3} />
            ) : (
              <Check className="size-4" strokeWidth={3} />
            )}
          </span>
          <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:justify-between sm:gap-x-4">
            <span className={done ? 'font-semibold' : 'text-ink-soft'}>
              {stepLabels[name]}
              <span className="sr-only">{done ? ': done' : ': not yet'}</span>
            </span>
            {at !== null && (
              <time dateTime={at} className="figures text-sm text-ink-soft">
                {displayInstantIn(timeZone, at)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function isLast(name: JourneyStepName): boolean {
  return name === 'completed' || name === 'cancelled';
}

function getCircleClass(name: JourneyStepName, done: boolean): string {
  if (!done) return 'border-line-strong bg-sheet text-transparent';
  return name === 'cancelled'
    ? 'border-ink-soft bg-ink-soft text-sheet'
    : 'border-done-edge bg-done-edge text-sheet';
}
