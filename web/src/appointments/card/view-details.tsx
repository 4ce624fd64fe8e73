import { displayId } from '@curbwrench/contract/fields/display-id';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { buttonClass, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';

interface ViewDetailsProps {
  appointmentId: number;
  size?: ButtonSize;
  variant?: ButtonVariant;
  /** The link's label. */
  children?: string;
}

/** Links from a card or a row to the appointment's own page. */
export function ViewDetails({
  appointmentId,
  size = 'sm',
  variant = 'secondary',
  children = 'View Details',
}: ViewDetailsProps) {
  return (
    <Link
      to={paths.appointment}
      params={{ id: String(appointmentId) }}
      data-shortcut="open"
      aria-label={`${children} for ${displayId(appointmentId)}`}
      className={buttonClass({ size, variant })}
    >
      {children}
    </Link>
  );
}
