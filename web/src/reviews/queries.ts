import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

/**
 * A review is part of its appointment, so a live event about the appointment also invalidates these queries, whose keys
 * all start with this.
 */
const keyPrefix = ['appointment', 'reviews'] as const;
const pageSize = 20;

/** How many reviews the public list shows at first, and how many "Show more" adds. */
const publicPageSize = 10;

/** Returns the query key of the reviews that everyone sees, newest first, and the function that reads a page. */
export function publicReviewPages() {
  return {
    queryKey: [...keyPrefix, 'public'],
    read: (cursor: string | undefined, signal: AbortSignal) =>
      requestPage('listPublicReviews', { query: { limit: publicPageSize, cursor }, signal }),
  };
}

/** Reads the reviews that everyone sees, newest first, paginated. No sign-in required. */
export function usePublicReviews() {
  return usePages({ ...publicReviewPages(), idOf: ({ id }) => id });
}

/** The query for the average and the counts of all reviews. No sign-in required. */
export const publicReviewSummaryQuery = queryOptions({
  queryKey: [...keyPrefix, 'public summary'],
  queryFn: ({ signal }) => request('summarizePublicReviews', { signal }),
});

/** Reads the average and the counts of all reviews. No sign-in required. */
export function usePublicReviewSummary() {
  return useQuery(publicReviewSummaryQuery);
}

/** Limits a list to one mechanic's reviews. For a mechanic, the server returns only their own. */
export interface ReviewFilters {
  readonly mechanicId?: string | undefined;
}

/** Returns the query key of the list for staff, newest first, and the function that reads a page. */
export function reviewPages({ mechanicId }: ReviewFilters) {
  return {
    queryKey: [...keyPrefix, 'list', mechanicId ?? null],
    read: (cursor: string | undefined, signal: AbortSignal) =>
      requestPage('listReviews', { query: { mechanicId, limit: pageSize, cursor }, signal }),
  };
}

/** Reads the list of reviews for staff, including hidden ones, newest first, paginated. */
export function useReviews(filters: ReviewFilters) {
  return usePages({ ...reviewPages(filters), idOf: ({ id }) => id });
}

/** Returns the query for the average and the counts for staff. */
export function reviewSummaryQuery({ mechanicId }: ReviewFilters) {
  return queryOptions({
    queryKey: [...keyPrefix, 'summary', mechanicId ?? null],
    queryFn: ({ signal }) => request('summarizeReviews', { query: { mechanicId }, signal }),
  });
}

/** Writes the signed-in customer's review of an appointment. */
export function useWriteReview(appointmentId: number) {
  return useReviewChange((body: EndpointInput<'writeReview', 'body'>) =>
    request('writeReview', { params: { id: appointmentId }, body }),
  );
}

/** Replies to a review, or replaces the reply. For the office. */
export function useReplyToReview(id: number) {
  return useReviewChange((body: EndpointInput<'replyToReview', 'body'>) =>
    request('replyToReview', { params: { id }, body }),
  );
}

/** Hides a review from the public. For admins. */
export function useHideReview(id: number) {
  return useReviewChange((body: EndpointInput<'hideReview', 'body'>) =>
    request('hideReview', { params: { id }, body }),
  );
}

/** Shows a hidden review to the public again. For admins. */
export function useUnhideReview(id: number) {
  return useReviewChange(() => request('unhideReview', { params: { id } }));
}

/**
 * Sends a change, and refetches the appointment with its review regardless of the result: after a refusal, someone else
 * has changed the review.
 */
function useReviewChange<Body, Reply>(send: (body: Body) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: (_reply, error) => {
      const refetched = client.invalidateQueries({ queryKey: ['appointment'] });
      // A form shows its failure immediately, without waiting for the lists.
      return error ? undefined : refetched;
    },
  });
}
