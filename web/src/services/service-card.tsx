import { displayDuration } from '@curbwrench/contract/fields/calendar';
import type { Service } from '@curbwrench/contract/services/schemas';
import { Link } from '@tanstack/react-router';
import { Clock3, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

interface ServiceCardProps {
  service: Service;
  /** False for a mechanic, who cannot book. */
  canBook: boolean;
  /** How the viewer's plan changes the price. */
  note?: ReactNode;
  /** For admins; absent for everyone else. */
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** Shows a service: its description, price and duration. */
export function ServiceCard({ service, canBook, note, onEdit, onDelete }: ServiceCardProps) {
  const money = useMoney();
  const duration = (
    <p className="figures inline-flex items-center gap-1.5 text-sm font-medium">
      <Clock3 className="size-4 text-ink-faint" aria-hidden />
      {displayDuration(service.duration)}
    </p>
  );
  return (
    <article
      aria-label={service.name}
      className="flex h-full min-w-0 flex-col rounded-lg border border-line bg-sheet p-4 sm:p-5"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 className="min-w-0 text-lg leading-snug wrap-anywhere">{service.name}</h2>
        <p className="figures font-display text-xl font-bold whitespace-nowrap">
          {money(service.price)}
        </p>
      </div>
      <p className="mt-1.5 line-clamp-6 text-ink-soft wrap-anywhere">{service.description}</p>
      <div className="mt-auto pt-4">
        {onEdit && <div className="pb-3">{duration}</div>}
        <div className="flex min-h-touch items-center justify-between gap-3 border-t border-line pt-3">
          {onEdit ? (
            <div className="-ml-2.5 flex">
              <IconButton
                label={`Edit ${service.name}`}
                icon={<Pencil className="size-5" aria-hidden />}
                onClick={onEdit}
              />
              <IconButton
                label={`Delete ${service.name}`}
                icon={<Trash2 className="size-5" aria-hidden />}
                onClick={onDelete}
              />
            </div>
          ) : (
            // As tall as the button next to it, so that nothing moves when the note loads.
            <div className="grid min-w-0">
              {duration}
              {note}
            </div>
          )}
          {canBook && (
            <Link
              to={paths.bookService}
              search={{ service: service.id }}
              aria-label={`Book Now: ${service.name}`}
              className={classNames(buttonClass(), 'shrink-0')}
            >
              Book Now
            </Link>
          )}
        </div>
      </div>
    </article>
  );
}
