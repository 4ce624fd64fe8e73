import { reviewTextRule } from '@curbwrench/contract/reviews/review-options';
import type { ReviewInput } from '@curbwrench/contract/reviews/schemas';
import { Controller, useForm } from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { RatingField } from './rating-field.tsx';

interface ReviewFormValues {
  rating: number | null;
  text: string;
}

interface ReviewFormProps {
  /** Sends the review. If it rejects, the form shows why. */
  onSend: (review: ReviewInput) => Promise<unknown>;
}

/** Asks the customer to review a completed appointment. */
export function ReviewForm({ onSend }: ReviewFormProps) {
  const form = useForm<ReviewFormValues>({ defaultValues: { rating: null, text: '' } });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ rating, text }) => {
    // The form is not submitted without a rating.
    await onSend({ rating: rating ?? 0, text: text.trim() || null });
    showToast({ title: 'Thank you', description: 'Your review is now on our website.' });
  });
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <FormProblem>{problem}</FormProblem>
      <Controller
        control={form.control}
        name="rating"
        rules={{ validate: (rating) => rating !== null || 'Please choose a rating.' }}
        render={({ field }) => (
          <RatingField
            value={field.value}
            error={errors.rating?.message}
            onChange={(rating) => {
              field.onChange(rating);
              form.clearErrors('rating');
            }}
          />
        )}
      />
      <Field
        label="Your review"
        optional
        hint="Your rating and review will appear on our website with your first name. You can't change them later."
        error={errors.text?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            {...form.register('text')}
            rows={4}
            maxLength={reviewTextRule.max}
          />
        )}
      </Field>
      <div>
        <Button type="submit" pending={isPending} pendingLabel="Submitting...">
          Submit review
        </Button>
      </div>
    </form>
  );
}
