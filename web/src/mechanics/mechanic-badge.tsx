import { mechanicStatusLabels, type MechanicStatus } from '@curbwrench/contract/people/roles';
import { CircleCheck, CircleOff, Wrench, type LucideIcon } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/tone.ts';

/** The color and icon of each status. */
export const mechanicStatusStyles: Record<MechanicStatus, { tone: Tone; icon: LucideIcon }> = {
  available: { tone: 'done', icon: CircleCheck },
  on_job: { tone: 'progress', icon: Wrench },
  offline: { tone: 'muted', icon: CircleOff },
};

/** Renders a mechanic's status as an icon and a label: Available, On a job, Offline. */
export function MechanicBadge({ status }: { status: MechanicStatus }) {
  const { tone, icon: Icon } = mechanicStatusStyles[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {mechanicStatusLabels[status]}
    </Badge>
  );
}
