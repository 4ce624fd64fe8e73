import type { Review } from '@curbwrench/contract/reviews/schemas';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { HiddenNote } from './hidden-note.tsx';
import { ReviewText } from './review-text.tsx';
import { Stars } from './stars.tsx';

/** Shows a review with its reply and, if the review is hidden, the reason. */
export function ReviewContent({ review }: { review: Omit<Review, 'id' | 'appointmentId'> }) {
  const { name, timeZone } = useBusiness();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={review.rating} />
        <span className="figures text-sm text-ink-soft">
          {displayDateIn(timeZone, review.createdAt)}
        </span>
        {review.hiddenReason !== null && <HiddenNote reason={review.hiddenReason} />}
      </div>
      <ReviewText text={review.text} reply={review.reply?.text ?? null} businessName={name} />
    </>
  );
}
