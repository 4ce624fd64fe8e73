import { hiddenReasonLabels, type HiddenReason } from '@curbwrench/contract/reviews/review-options';
import { EyeOff } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Says that a review is hidden from the public, and why. */
export function HiddenNote({ reason }: { reason: HiddenReason }) {
  return (
    <Badge tone="muted" icon={<EyeOff aria-hidden />}>
      Hidden: {hiddenReasonLabels[reason]}
    </Badge>
  );
}
