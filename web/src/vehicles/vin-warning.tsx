import { findVinWarning } from '@curbwrench/contract/vehicles/vin';
import { TriangleAlert } from 'lucide-react';

interface VinWarningProps {
  vin: string | null | undefined;
  modelYear: number;
}

/** Says what is probably wrong with a VIN; renders nothing if the VIN looks valid or is missing. */
export function VinWarning({ vin, modelYear }: VinWarningProps) {
  const warning = findVinWarning(vin ?? null, modelYear);
  return (
    <div role="status" className="empty:hidden">
      {warning !== null && (
        <p className="mt-1 flex items-start gap-1.5 text-sm text-ink-soft">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-progress" aria-hidden />
          {warning}
        </p>
      )}
    </div>
  );
}
