import type { Review } from '@curbwrench/contract/reviews/schemas';
import { useState, type ReactNode } from 'react';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useShownRole } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useUnhideReview } from './queries.ts';

const AnswerDialog = lazyComponent(async () => (await import('./answer-dialog.tsx')).AnswerDialog);
const HideDialog = lazyComponent(async () => (await import('./hide-dialog.tsx')).HideDialog);

interface ReviewActionsProps {
  review: Review;
  /** Which review it is, read by screen readers after each button's text; needed in a list. */
  label?: string;
  /** Whether the customer deleted their account; then the review can't be answered. */
  isCustomerDeleted?: boolean;
}

/** Renders what the viewer may do with a review: dispatch answers it, and an admin hides it or shows it again. */
export function ReviewActions({ review, label, isCustomerDeleted = false }: ReviewActionsProps) {
  const role = useShownRole();
  const [openDialog, setOpenDialog] = useState<'answer' | 'hide' | null>(null);
  const close = () => setOpenDialog(null);
  if (role !== 'admin' && role !== 'service_advisor') return null;
  const suffix = label !== undefined && <span className="sr-only"> {label}</span>;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {!isCustomerDeleted && (
        <Button size="sm" onClick={() => setOpenDialog('answer')}>
          {review.answer === null ? 'Reply' : 'Edit reply'}
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
          {openDialog === 'answer' ? (
            <AnswerDialog review={review} onClose={close} />
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
            showToast({
              title: "We couldn't unhide the review",
              description: getErrorMessageWithStatus(error),
              destructive: true,
            }),
        })
      }
    >
      {children}
    </Button>
  );
}
