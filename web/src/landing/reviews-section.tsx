import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { PublicReviewList } from '../reviews/public-review-list.tsx';
import { LandingSection, SeeAll } from './landing-section.tsx';

/** Shows the average of all reviews and the latest ones; nothing if there are none. */
export function ReviewsSection({
  reviews,
  reviewSummary,
}: Pick<LandingPage, 'reviews' | 'reviewSummary'>) {
  const { name } = useBusiness();
  if (reviewSummary.count === 0) return null;
  return (
    <LandingSection id="reviews" title="What our customers say">
      <PublicReviewList reviews={reviews} summary={reviewSummary} businessName={name} />
      <SeeAll href={paths.reviews}>
        {reviewSummary.count === 1
          ? 'See the review'
          : `See all ${reviewSummary.count.toLocaleString('en-US')} reviews`}
      </SeeAll>
    </LandingSection>
  );
}
