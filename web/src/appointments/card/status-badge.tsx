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

/** Renders the badge of an appointment that needs dispatch's attention. */
export function AttentionBadge({ reason }: { reason: AttentionReason }) {
  return (
    <Badge tone="alert" icon={<TriangleAlert aria-hidden />}>
      {reason === 'overdue' ? 'Overdue' : 'Needs attention'}
    </Badge>
  );
}

/** Returns why an appointment needs attention, in one sentence. */
export function attentionText({
  attention,
  status,
  mechanic,
}: Pick<Appointment, 'attention' | 'status' | 'mechanic'>) {
  if (attention === 'mechanic_off') {
    return `${mechanic?.firstName || 'The mechanic'} is off for the rest of today.`;
  }
  if (attention === 'mechanic_not_working') {
    return `${mechanic?.firstName || 'The mechanic'} no longer works at that time.`;
  }
  if (attention === 'no_mechanic_free') return 'No mechanic is free at that time.';
  if (attention === 'plan_unpaid') return "This price depends on a plan whose fee wasn't paid.";
  if (status === 'confirmed') return 'The time has passed and the job was never started.';
  return status === 'in_progress'
    ? 'The job was started on an earlier day and never completed.'
    : 'The time has passed and no mechanic was assigned.';
}
