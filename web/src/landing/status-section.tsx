import {
  CircleCheck,
  MapPin,
  RadioTower,
  ShieldCheck,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { toneBadge, type Tone } from '../ui/tone.ts';
import { TrackingExample } from './tracking-example.tsx';

/** Explains how customers follow a job: an example of tracking, the status legend and the feature notes. */
export function StatusSection() {
  return (
    <section aria-labelledby="board">
      <div className="mx-auto grid w-full max-w-6xl gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-2 lg:gap-16">
        <div className="min-w-0">
          <h2 id="board" className="text-2xl sm:text-3xl">
            Know the status at a glance
          </h2>
          <p className="mt-3 text-ink-soft">
            You, your mechanic, and our office all see the same three statuses.
          </p>
          <ul className="mt-6 flex flex-col gap-3">
            {legend.map(({ tone, label, text, Icon }) => (
              <li key={label} className="flex items-center gap-4">
                <span
                  className={classNames(
                    'inline-flex w-40 shrink-0 items-center gap-2 rounded-md border px-3 py-2 font-display font-semibold',
                    toneBadge[tone],
                  )}
                >
                  <Icon className="size-5" aria-hidden />
                  {label}
                </span>
                <span className="text-sm text-ink-soft sm:text-base">{text}</span>
              </li>
            ))}
          </ul>
          <ul className="mt-10 flex flex-col gap-6">
            {features.map(({ title, text, Icon }) => (
              <li key={title} className="flex gap-4">
                <Icon className="mt-1 size-6 shrink-0" aria-hidden />
                <div>
                  <h3 className="text-lg">{title}</h3>
                  <p className="text-ink-soft">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <TrackingExample />
      </div>
    </section>
  );
}

const legend: readonly { tone: Tone; label: string; text: string; Icon: LucideIcon }[] = [
  { tone: 'alert', label: 'Issues', text: 'Needs attention.', Icon: TriangleAlert },
  { tone: 'progress', label: 'In Progress', text: 'A mechanic is on it.', Icon: Wrench },
  { tone: 'done', label: 'Complete', text: 'Done, with a receipt.', Icon: CircleCheck },
];

const features: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'GPS Tracking',
    text: 'On the day of your appointment, follow your mechanic on a map and see when they should arrive.',
    Icon: MapPin,
  },
  {
    title: 'Real-time Updates',
    text: 'Assigned, started, completed: you see each step as it happens.',
    Icon: RadioTower,
  },
  {
    title: 'Secure Payments',
    text: 'You pay after the work is done, and we always ask before adding the cost of parts.',
    Icon: ShieldCheck,
  },
];
