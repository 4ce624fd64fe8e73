import { displayId } from '@curbwrench/contract/fields/display-id';
import type { ListedReview, ReviewSummary } from '@curbwrench/contract/reviews/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayDateIn } from '../lib/business-time.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useOwnJobsFilter, useEffectiveRole } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { HiddenNote } from './hidden-note.tsx';
import { reviewSummaryQuery, useReviews } from './queries.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewText } from './review-text.tsx';
import { Stars } from './stars.tsx';
import { averageText } from './summary-text.ts';

/** Lists all reviews for the office, and their own for mechanics, with the average; newest first. */
export function StaffReviews() {
  const role = useEffectiveRole();
  const isMechanic = role === 'mechanic';
  const filters = useOwnJobsFilter();
  const summary = useQuery(reviewSummaryQuery(filters)).data;
  const { query, more } = useReviews(filters);
  return (
    <>
      <PageHeading
        title={isMechanic ? 'My reviews' : 'Reviews'}
        subtitle={
          isMechanic
            ? 'What customers say about your jobs'
            : 'What customers say about completed jobs'
        }
      />
      {summary && <StaffSummary summary={summary} />}
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={4} framed />}
        failure="We couldn't load the reviews."
        getCause={getErrorMessage}
      >
        {(reviews) =>
          reviews.length === 0 ? (
            <EmptyState framed icon={<Star aria-hidden />}>
              {isMechanic
                ? 'None of your jobs have been reviewed yet.'
                : 'No reviews yet. Customers can leave one after a job is completed.'}
            </EmptyState>
          ) : (
            <>
              <RowList label="Reviews">
                {reviews.map((review) => (
                  <ReviewRow key={review.id} review={review} showMechanic={!isMechanic} />
                ))}
              </RowList>
              <ShowMore noun="reviews" more={more} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function StaffSummary({ summary }: { summary: ReviewSummary }) {
  if (summary.average === null) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Stars rating={Math.round(summary.average)} />
      <span className="figures font-semibold">{averageText(summary)}</span>
      {summary.hidden > 0 && (
        <span className="figures text-sm text-ink-soft">
          {summary.hidden} hidden (still counted in the average)
        </span>
      )}
    </p>
  );
}

interface ReviewRowProps {
  review: ListedReview;
  showMechanic: boolean;
}

function ReviewRow({ review, showMechanic }: ReviewRowProps) {
  const { name, timeZone } = useBusiness();
  const customer = (review.customer && getFullName(review.customer)) || 'Deleted customer';
  return (
    <article className="grid gap-2 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={review.rating} />
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {customer}
        </h2>
        {review.hiddenReason !== null && <HiddenNote reason={review.hiddenReason} />}
      </div>
      <div className="-my-1.5 flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-ink-soft">
        <Link
          to={paths.appointment}
          params={{ id: String(review.appointmentId) }}
          className="link figures inline-flex min-h-touch items-center font-semibold"
        >
          {displayId(review.appointmentId)} {review.services.join(', ')}
        </Link>
        <span className="figures min-w-0">
          {showMechanic && `${getFullName(review.mechanic)} · `}
          {displayDateIn(timeZone, review.createdAt)}
        </span>
      </div>
      <ReviewText text={review.text} reply={review.reply?.text ?? null} businessName={name} />
      <ReviewActions
        review={review}
        label={`review by ${customer}`}
        isCustomerDeleted={review.customer === null}
      />
    </article>
  );
}
