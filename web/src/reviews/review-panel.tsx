import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { useShownRole } from '../session/queries.ts';
import { Panel } from '../ui/panel.tsx';
import { HiddenNote } from './hidden-note.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewForm } from './review-form.tsx';
import { ReviewText } from './review-text.tsx';
import { Stars } from './stars.tsx';

interface ReviewPanelProps {
  appointment: Pick<AppointmentDetails, 'id' | 'status' | 'review'>;
  className?: string;
}

/**
 * Shows the review of a completed appointment to everyone who may see the appointment. Until there is one, asks the
 * customer for it and renders nothing for staff.
 */
export function ReviewPanel({ appointment, className }: ReviewPanelProps) {
  const { id, status, review } = appointment;
  const role = useShownRole();
  const { name, timeZone } = useBusiness();
  if (status !== 'completed') return null;
  const panelProps = className !== undefined && { className };
  if (!review) {
    return role === 'customer' ? (
      <Panel title="How did we do?" {...panelProps}>
        <ReviewForm appointmentId={id} />
      </Panel>
    ) : null;
  }
  return (
    <Panel title={role === 'customer' ? 'Your review' : 'Review'} {...panelProps}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={review.rating} />
          <span className="figures text-sm text-ink-soft">
            {displayDateIn(timeZone, review.createdAt)}
          </span>
          {review.hiddenReason !== null && <HiddenNote reason={review.hiddenReason} />}
        </div>
        <ReviewText text={review.text} answer={review.answer?.text ?? null} businessName={name} />
        <ReviewActions review={review} />
      </div>
    </Panel>
  );
}
