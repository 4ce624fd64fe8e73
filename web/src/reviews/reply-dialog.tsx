import { reviewTextRule } from '@curbwrench/contract/reviews/review-options';
import type { Review } from '@curbwrench/contract/reviews/schemas';
import { useForm } from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useReplyToReview } from './queries.ts';
import { Stars } from './stars.tsx';

interface ReplyDialogProps {
  review: Review;
  onClose: () => void;
}

/** Writes the business's reply to a review, or changes it. */
export function ReplyDialog({ review, onClose }: ReplyDialogProps) {
  const reply = useReplyToReview(review.id);
  const shownReply = review.reply?.text ?? null;
  const form = useForm({ defaultValues: { text: shownReply ?? '', replaces: shownReply } });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ text, replaces }) => {
    await reply.mutateAsync({ text, replaces });
    showToast({ title: 'Reply posted' });
    onClose();
  });
  return (
    <FormDialog
      title={shownReply === null ? 'Reply to review' : 'Edit reply'}
      description="Your reply will appear publicly below the review."
      action={shownReply === null ? 'Post reply' : 'Save reply'}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <div className="grid gap-2">
        <Stars rating={review.rating} />
        {review.text !== null && (
          <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{review.text}</p>
        )}
      </div>
      <Field label="Reply" error={form.formState.errors.text?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...form.register('text', {
              validate: (text) => text.trim() !== '' || 'Please write a reply.',
            })}
            rows={5}
            maxLength={reviewTextRule.max}
          />
        )}
      </Field>
    </FormDialog>
  );
}
