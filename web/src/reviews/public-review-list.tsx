import type { PublicReview, ReviewSummary } from '@curbwrench/contract/reviews/schemas';
import { Star } from 'lucide-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ReviewText } from './review-text.tsx';
import { Stars } from './stars.tsx';
import { averageText, hiddenText, monthText } from './summary-text.ts';

interface PublicReviewListProps {
  reviews: readonly PublicReview[];
  /** Undefined while it loads. */
  summary: ReviewSummary | undefined;
  businessName: string;
}

/** Renders public reviews and their average. All data comes from the props, so that it needs no queries. */
export function PublicReviewList({ reviews, summary, businessName }: PublicReviewListProps) {
  const hidden = summary && hiddenText(summary);
  return (
    <div className="grid gap-4">
      {summary && summary.average !== null && (
        <div>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars rating={Math.round(summary.average)} />
            <span className="figures font-semibold">{averageText(summary)}</span>
          </p>
          {hidden && <p className="mt-1 max-w-prose text-sm text-ink-soft">{hidden}</p>}
        </div>
      )}
      {reviews.length === 0 ? (
        <EmptyState framed icon={<Star aria-hidden />}>
          There are no reviews to show yet.
        </EmptyState>
      ) : (
        <RowList label="Reviews">
          {reviews.map((review) => (
            <article key={review.id} className="grid gap-2 px-4 py-4 sm:px-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Stars rating={review.rating} />
                <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
                  {review.firstName ?? 'A customer'}
                </h3>
                <p className="text-sm wrap-anywhere text-ink-soft max-sm:w-full sm:ml-auto">
                  {[...review.services, monthText(review.month)].join(' · ')}
                </p>
              </div>
              <ReviewText text={review.text} reply={review.reply} businessName={businessName} />
            </article>
          ))}
        </RowList>
      )}
    </div>
  );
}
