import {
  paymentStatusLabels,
  type PaymentStatus,
} from '@curbwrench/contract/payments/payment-status';
import { Check, Hourglass, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/tone.ts';

const statusStyles: Record<PaymentStatus, { tone: Tone; icon: LucideIcon }> = {
  completed: { tone: 'done', icon: Check },
  pending: { tone: 'waiting', icon: Hourglass },
  failed: { tone: 'alert', icon: TriangleAlert },
  refunded: { tone: 'muted', icon: Undo2 },
};

/** Renders a payment's status as an icon and a label: Paid, Pending, Failed or Refunded. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { tone, icon: Icon } = statusStyles[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {paymentStatusLabels[status]}
    </Badge>
  );
}
