import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { Link } from '@tanstack/react-router';
import { CarFront, CircleCheck, CirclePause, Pencil, Trash2 } from 'lucide-react';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { lastServiceText } from './last-service.ts';

interface VehicleCardProps {
  vehicle: Vehicle;
  /** `yyyy-MM-dd`. */
  today: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** Shows a vehicle, with buttons to edit and delete it. */
export function VehicleCard({ vehicle, today, onEdit, onDelete }: VehicleCardProps) {
  const { make, model, year, type, plateNumber, isActive, lastService } = vehicle;
  const name = `${make} ${model}`;
  const details = [
    { label: 'Year', value: String(year) },
    { label: 'Type', value: type },
    { label: 'Plate', value: plateNumber ?? 'None' },
    { label: 'Last service', value: lastServiceText(lastService, today) },
  ];
  return (
    <article
      aria-label={name}
      className="flex h-full min-w-0 flex-col rounded-lg border border-line bg-sheet p-4 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <CarFront className="mt-0.5 size-6 shrink-0 text-ink-faint" aria-hidden />
        <h3 className="min-w-0 flex-1 text-lg leading-snug wrap-anywhere">
          <Link
            to={paths.vehicle}
            params={{ id: String(vehicle.id) }}
            className="link inline-flex items-center pointer-coarse:min-h-touch"
          >
            {name}
          </Link>
        </h3>
        <Badge
          tone={isActive ? 'done' : 'muted'}
          icon={isActive ? <CircleCheck aria-hidden /> : <CirclePause aria-hidden />}
        >
          {isActive ? 'Active' : 'Inactive'}
        </Badge>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        {details.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="figures font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="-mr-2.5 -mb-2.5 mt-auto flex justify-end pt-2">
        <IconButton
          label={`Edit ${name}`}
          icon={<Pencil className="size-5" aria-hidden />}
          onClick={onEdit}
        />
        <IconButton
          label={`Delete ${name}`}
          icon={<Trash2 className="size-5" aria-hidden />}
          onClick={onDelete}
        />
      </div>
    </article>
  );
}
