import type { Role } from '@curbwrench/contract/people/roles';
import type { PageLoader } from '../api/lazy-page.ts';
import { PublicReviews } from '../reviews/public-reviews.tsx';
import {
  publicReviewPages,
  publicReviewSummaryQuery,
  reviewPages,
  reviewSummaryQuery,
} from '../reviews/queries.ts';
import { StaffReviews } from '../reviews/staff-reviews.tsx';
import { getOwnJobsFilter, useSessionUser } from '../session/queries.ts';
import { PageHeading } from '../ui/page-heading.tsx';

export const loader: PageLoader = ({ read, readPages, user }) => {
  if (!user || !isStaff(user.role)) {
    read(publicReviewSummaryQuery);
    readPages(publicReviewPages());
    return;
  }
  const filters = getOwnJobsFilter(user);
  read(reviewSummaryQuery(filters));
  readPages(reviewPages(filters));
};

/**
 * Shows reviews: visitors and customers see the public ones; the office also sees hidden ones and can manage each; a
 * mechanic sees those of their own jobs.
 */
export function ReviewsPage() {
  const user = useSessionUser();
  return user && isStaff(user.role) ? <StaffReviews /> : <PublicReviewsPage />;
}

function PublicReviewsPage() {
  return (
    <>
      <PageHeading title="Reviews" subtitle="What our customers say about our work" />
      <PublicReviews />
    </>
  );
}

function isStaff(role: Role): boolean {
  return role !== 'customer';
}
