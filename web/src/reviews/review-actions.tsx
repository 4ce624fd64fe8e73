import type { Review } from '@curbwrench/contract/reviews/schemas';
import { useState, type ReactNode } from 'react';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useEffectiveRole } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useUnhideReview } from './queries.ts';

const ReplyDialog = lazyComponent(async () => (await import('./reply-dialog.tsx')).ReplyDialog);
const HideDialog = lazyComponent(async () => (await import('./hide-dialog.tsx')).HideDialog);

interface ReviewActionsProps {
  review: Review;
  /** Which review it is, read by screen readers after each button's text; needed in a list. */
  label?: string;
  /** Whether the customer deleted their account; then the review can't be replied to. */
  isCustomerDeleted?: boolean;
}

/** Renders what the viewer can do with a review: the office replies to it, and an admin hides or unhides it. */
export function ReviewActions({ review, label, isCustomerDeleted = false }: ReviewActionsProps) {
  const role = useEffectiveRole();
  const [openDialog, setOpenDialog] = useState<'reply' | 'hide' | null>(null);
  const close = () => setOpenDialog(null);
  if (role !== 'admin' && role !== 'service_advisor') return null;
  const suffix = label !== undefined && <span className="sr-only"> {label}</span>;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {!isCustomerDeleted && (
        <Button size="sm" onClick={() => setOpenDialog('reply')}>
          {review.reply === null ? 'Reply' : 'Edit reply'}
          {suffix}
        </Button>
      )}
      {role === 'admin' &&
        (review.hiddenReason !== null ? (
          <UnhideButton id={review.id}>Unhide{suffix}</UnhideButton>
        ) : (
          review.text !== null && (
            <Button size="sm" variant="ghost" onClick={() => setOpenDialog('hide')}>
              Hide{suffix}
            </Button>
          )
        ))}
      {openDialog && (
        <LazyDialog onClose={close}>
          {openDialog === 'reply' ? (
            <ReplyDialog review={review} onClose={close} />
          ) : (
            <HideDialog review={review} onClose={close} />
          )}
        </LazyDialog>
      )}
    </div>
  );
}

function UnhideButton({ id, children }: { id: number; children: ReactNode }) {
  const unhide = useUnhideReview(id);
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={unhide.isPending}
      pendingLabel="Unhiding..."
      onClick={() =>
        unhide.mutate(undefined, {
          onSuccess: () => showToast({ title: 'Review is public again' }),
          onError: (error) =>
            showFailureToast("We couldn't unhide the review", getErrorMessageWithStatus(error)),
        })
      }
    >
      {children}
    </Button>
  );
}
