import {
  hiddenReasonLabels,
  hiddenReasons,
  type HiddenReason,
} from '@curbwrench/contract/reviews/review-options';
import type { Review } from '@curbwrench/contract/reviews/schemas';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useHideReview } from './queries.ts';

interface HideDialogProps {
  review: Review;
  onClose: () => void;
}

const hints: Readonly<Record<HiddenReason, string>> = {
  abuse: 'It insults or threatens someone.',
  personal_data: 'It contains a phone number, an address, or a full name.',
  off_topic: "It's about something else, such as another business.",
};

/** Hides a review from the public, for one of the allowed reasons. */
export function HideDialog({ review, onClose }: HideDialogProps) {
  const id = useId();
  const hide = useHideReview(review.id);
  const form = useForm<{ reason: HiddenReason | null }>({ defaultValues: { reason: null } });
  const error = form.formState.errors.reason?.message;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ reason }) => {
    // The form is not submitted without a reason.
    if (reason === null) return;
    await hide.mutateAsync({ reason });
    showToast({
      title: 'Review hidden',
      description: 'Its rating still counts toward the average.',
    });
    onClose();
  });
  return (
    <FormDialog
      title="Hide review"
      description="A low rating isn't a reason to hide a review. The rating still counts, and visitors see how many reviews are hidden."
      action="Hide review"
      variant="danger"
      pending={isPending}
      pendingLabel="Hiding..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <fieldset aria-describedby={`${id}-error`}>
        <legend className="mb-1.5 font-semibold">Reason</legend>
        <div className="grid gap-2">
          {hiddenReasons.map((reason) => (
            <label
              key={reason}
              className="flex min-h-touch cursor-pointer items-start gap-3 rounded-md border border-line-strong px-3 py-2.5 transition-colors hover:bg-well has-checked:border-ink"
            >
              <input
                {...form.register('reason', {
                  validate: (value) => value !== null || 'Please choose a reason.',
                })}
                type="radio"
                value={reason}
                className="mt-1 size-4 shrink-0"
              />
              <span>
                <span className="block font-medium">{hiddenReasonLabels[reason]}</span>
                <span className="block text-sm text-ink-soft">{hints[reason]}</span>
              </span>
            </label>
          ))}
        </div>
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      </fieldset>
    </FormDialog>
  );
}
