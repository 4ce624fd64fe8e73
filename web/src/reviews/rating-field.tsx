import { ratings, ratingText } from '@curbwrench/contract/reviews/review-options';
import { useId } from 'react';
import { FieldError } from '../ui/field.tsx';
import { StarIcon } from './stars.tsx';

interface RatingFieldProps {
  /** The chosen rating; null before a choice. */
  value: number | null;
  error: string | undefined;
  onChange: (rating: number) => void;
}

/** Renders five radio buttons that look like stars. Arrow keys change the rating. */
export function RatingField({ value, error, onChange }: RatingFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="mb-1.5 font-semibold">Your rating</legend>
      <div className="-ml-2 flex flex-wrap items-center">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="grid size-touch cursor-pointer place-items-center rounded-md transition-colors hover:bg-well has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={`${id}-rating`}
              value={rating}
              checked={value === rating}
              className="sr-only"
              onChange={() => onChange(rating)}
            />
            <StarIcon isFilled={value !== null && rating <= value} className="size-8" />
            <span className="sr-only">{ratingText(rating)}</span>
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm text-ink-soft">
          {value === null ? '' : ratingText(value)}
        </span>
      </div>
      <div className="mt-1">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </fieldset>
  );
}
