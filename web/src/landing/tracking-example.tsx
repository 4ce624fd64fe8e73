import { House, Truck } from 'lucide-react';
import { JourneySteps } from '../tracking/journey-steps.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { toneBadge } from '../ui/tone.ts';
import { classNames } from '../ui/class-names.ts';

const steps = [
  { name: 'booked', done: true, at: null },
  { name: 'assigned', done: true, at: null },
  { name: 'started', done: true, at: null },
  { name: 'arrived', done: false, at: null },
  { name: 'completed', done: false, at: null },
] as const;

/** Shows what a customer sees while a mechanic is on the way, with made-up data that is labeled as an example. */
export function TrackingExample() {
  return (
    <figure className="min-w-0">
      <div className="mx-auto max-w-md rounded-lg border border-line-strong bg-sheet p-4 shadow-lift sm:p-5">
        <p className="flex items-center justify-between gap-3">
          <span className="font-display text-lg font-bold">Track Mechanic</span>
          <span className="rounded-sm bg-well px-2 py-0.5 text-xs font-semibold text-ink-soft">
            Example
          </span>
        </p>
        <div className={classNames('mt-3 rounded-md border px-4 py-3', toneBadge.progress)}>
          <p className="figures font-display text-lg/snug font-bold">
            Sam will arrive around 9:05 AM
          </p>
          <p className="figures mt-1">about 10 min · 3.0 mi away</p>
        </div>
        <Drive />
        <p className="flex items-center gap-3">
          <Avatar initials="SM" imageUrl={null} size="lg" />
          <span>
            <span className="block font-semibold">Sam Miller</span>
            <span className="block text-sm text-ink-soft">Your mechanic</span>
          </span>
        </p>
        <div className="mt-4">
          <JourneySteps steps={steps} />
        </div>
      </div>
      <figcaption className="mx-auto mt-3 max-w-md text-center text-sm text-ink-soft">
        What you'll see on the day of your appointment. Names and times are made up.
      </figcaption>
    </figure>
  );
}

/** Draws the van's route to the house. This is only decoration. */
function Drive() {
  return (
    <div aria-hidden className="relative my-5 flex h-11 items-center justify-between">
      <span className="absolute inset-x-5 top-1/2 border-t-2 border-dashed border-line-strong" />
      <span className="absolute top-1/2 left-5 w-3/5 border-t-4 border-ink" />
      <span className="relative size-3 rounded-full border-2 border-ink bg-sheet" />
      <span className="absolute left-[calc(60%-0.25rem)] flex size-11 items-center justify-center rounded-full bg-ink text-paper">
        <Truck className="size-6" />
      </span>
      <span className="relative flex size-11 items-center justify-center rounded-full border-2 border-ink bg-sheet">
        <House className="size-6" />
      </span>
    </div>
  );
}
