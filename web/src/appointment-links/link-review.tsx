import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { ReviewContent } from '../reviews/review-content.tsx';
import { ReviewForm } from '../reviews/review-form.tsx';
import { Panel } from '../ui/panel.tsx';
import { useReviewByLink } from './queries.ts';

interface LinkReviewProps {
  token: string;
  appointment: Pick<LinkedAppointment, 'review'>;
}

/** Asks the holder of a link to review the completed appointment, and then shows the review and its reply. */
export function LinkReview({ token, appointment: { review } }: LinkReviewProps) {
  const write = useReviewByLink(token);
  return review === null ? (
    <Panel title="How did we do?" className="print:hidden">
      <ReviewForm onSend={write.mutateAsync} />
    </Panel>
  ) : (
    <Panel title="Your review">
      <div className="grid gap-3">
        <ReviewContent review={review} />
      </div>
    </Panel>
  );
}
