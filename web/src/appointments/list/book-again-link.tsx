import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { paths } from '../../paths.ts';

interface BookAgainLinkProps {
  appointment: Pick<Appointment, 'id'>;
  className: string;
}

/** Links to the booking form with the services, vehicle and address of a previous appointment. */
export function BookAgainLink({ appointment: { id }, className }: BookAgainLinkProps) {
  return (
    <Link
      to={paths.bookService}
      search={{ again: id }}
      aria-label={`Book again: ${displayId(id)}`}
      className={className}
    >
      <RotateCw className="size-4 shrink-0" aria-hidden />
      Book again
    </Link>
  );
}
