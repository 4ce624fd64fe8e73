import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { PublicReviewList } from './public-review-list.tsx';
import { usePublicReviews, usePublicReviewSummary } from './queries.ts';

/** Shows the reviews that everyone sees, newest first, with the average. Reads them itself; no sign-in required. */
export function PublicReviews() {
  const business = useBusiness();
  const summary = usePublicReviewSummary().data;
  const { query, more } = usePublicReviews();
  return (
    <Loaded
      query={query}
      skeleton={<TableSkeleton rows={4} framed />}
      failure="We couldn't load the reviews."
      getCause={getErrorMessage}
    >
      {(reviews) => (
        <>
          <PublicReviewList reviews={reviews} summary={summary} businessName={business.name} />
          <ShowMore noun="reviews" more={more} />
        </>
      )}
    </Loaded>
  );
}
