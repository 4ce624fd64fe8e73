import { ratingText, ratings } from '@curbwrench/contract/reviews/review-options';
import { Star } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';

/** Shows a rating as five stars; screen readers read '4 out of 5 stars'. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`${rating} out of 5 stars`}
      title={ratingText(rating)}
      className={classNames('inline-flex shrink-0 gap-0.5', className)}
    >
      {ratings.map((star) => (
        <StarIcon key={star} isFilled={star <= rating} className="size-5" />
      ))}
    </span>
  );
}

/** Shows one star. A filled and an empty star also differ without color. */
export function StarIcon({ isFilled, className }: { isFilled: boolean; className: string }) {
  return (
    <Star
      aria-hidden
      strokeWidth={1.75}
      className={classNames(
        'shrink-0',
        isFilled ? 'fill-progress-edge text-progress' : 'text-line-strong',
        className,
      )}
    />
  );
}
