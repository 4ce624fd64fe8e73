import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { toneBadge } from './tone.ts';

type CalloutTone = 'alert' | 'progress' | 'done' | 'info';

const icons: Record<CalloutTone, LucideIcon> = {
  alert: CircleAlert,
  progress: CircleAlert,
  done: CircleCheck,
  info: Info,
};

interface CalloutProps {
  tone: CalloutTone;
  title?: string;
  children?: ReactNode;
}

/** Renders an inline message, such as an error, a confirmation or instructions. */
export function Callout({ tone, title, children }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'alert' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-md border p-3.5', toneBadge[tone])}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
