import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { toneBadge, type Tone } from './tone.ts';

interface BadgeProps {
  tone: Tone;
  /** A lucide icon, so that the meaning never depends on color alone. */
  icon: ReactNode;
  /** The label. */
  children: ReactNode;
  className?: string;
}

/** Renders a status badge: an icon and a label, in the color of its tone. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        '[&>svg]:size-4 [&>svg]:shrink-0',
        toneBadge[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
