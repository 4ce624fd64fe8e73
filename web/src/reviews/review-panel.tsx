import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { useEffectiveRole } from '../session/queries.ts';
import { classNames } from '../ui/class-names.ts';
import { Panel } from '../ui/panel.tsx';
import { useWriteReview } from './queries.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewContent } from './review-content.tsx';
import { ReviewForm } from './review-form.tsx';

interface ReviewPanelProps {
  appointment: Pick<AppointmentDetails, 'id' | 'status' | 'review'>;
  className?: string;
}

/**
 * Shows the review of a completed appointment to everyone who can see the appointment. Until there is one, asks the
 * customer for it and renders nothing for staff.
 */
export function ReviewPanel({ appointment, className }: ReviewPanelProps) {
  const { id, status, review } = appointment;
  const role = useEffectiveRole();
  if (status !== 'completed') return null;
  const panelProps = className !== undefined && { className };
  if (!review) {
    return role === 'customer' ? <OwnReviewForm appointmentId={id} {...panelProps} /> : null;
  }
  return (
    <Panel title={role === 'customer' ? 'Your review' : 'Review'} {...panelProps}>
      <div className="grid gap-3">
        <ReviewContent review={review} />
        <ReviewActions review={review} />
      </div>
    </Panel>
  );
}

function OwnReviewForm({
  appointmentId,
  className,
}: {
  appointmentId: number;
  className?: string;
}) {
  const write = useWriteReview(appointmentId);
  return (
    <Panel title="How did we do?" className={classNames('print:hidden', className)}>
      <ReviewForm onSend={write.mutateAsync} />
    </Panel>
  );
}
