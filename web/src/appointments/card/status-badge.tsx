import { describeAttention } from '@curbwrench/contract/appointments/attention-text';
import type { Appointment, AttentionReason } from '@curbwrench/contract/appointments/schemas';
import { statusLabels, type AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import {
  Ban,
  CalendarCheck2,
  Check,
  Hourglass,
  TriangleAlert,
  UserRoundX,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tone.ts';

/** The color and icon of each status; the landing page's legend explains them. */
export const statusStyles: Record<AppointmentStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'waiting', icon: Hourglass },
  unassigned: { tone: 'alert', icon: UserRoundX },
  confirmed: { tone: 'info', icon: CalendarCheck2 },
  in_progress: { tone: 'progress', icon: Wrench },
  completed: { tone: 'done', icon: Check },
  cancelled: { tone: 'muted', icon: Ban },
};

/** Renders an appointment's status as an icon and a label. A status that this build doesn't know is shown as is. */
export function StatusBadge({ status }: { status: AppointmentStatus }) {
  const { tone, icon: Icon } = statusStyles[status] ?? { tone: 'muted', icon: Hourglass };
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {statusLabels[status] ?? status}
    </Badge>
  );
}

/** Renders the badge of an appointment that needs the office's attention. */
export function AttentionBadge({ reason }: { reason: AttentionReason }) {
  return (
    <Badge tone="alert" icon={<TriangleAlert aria-hidden />}>
      {reason === 'overdue' ? 'Overdue' : 'Needs attention'}
    </Badge>
  );
}

/** Returns why an appointment needs attention, in one sentence; '' if it doesn't. */
export function attentionText({
  attention,
  status,
  mechanic,
}: Pick<Appointment, 'attention' | 'status' | 'mechanic'>): string {
  return attention === null
    ? ''
    : describeAttention(attention, { status, mechanicName: mechanic?.firstName ?? '' });
}
