import type { Position } from '@curbwrench/contract/people/schemas';
import { isDrivable } from '@curbwrench/contract/places/precision';
import { findZip } from '@curbwrench/contract/service-areas/schemas';
import { useQuery } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { canDrawMaps } from '../maps/can-draw.ts';
import { baseMapQuery } from '../maps/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ChosenPlace } from './chosen-place.ts';
import { describePinTask, isFarFromZip } from './pin-task.ts';
import { useZipCenter } from './queries.ts';

const PinMap = lazyComponent(async () => (await import('./pin-map.tsx')).PinMap);

interface AddressPinProps {
  address: string;
  place: ChosenPlace | null;
  /** Whether the person is there; the office books for others. */
  isOwnAddress: boolean;
  /** Called when the pin was put somewhere else by hand. */
  onMove: (position: Position) => void;
}

/**
 * Shows below an address where it is, with a pin to move. A button opens the map for an address whose place is not
 * known, and always if it is the schematic map: without streets few can tell where their car is, so it does not
 * ask them to.
 */
export function AddressPin({ address, place, isOwnAddress, onMove }: AddressPinProps) {
  const [isOpen, setOpen] = useState(false);
  const { cityCentre } = useBusiness();
  const kind = useQuery(baseMapQuery).data?.kind;
  const hasStreets = kind !== 'schematic';
  const isShown = isOpen || (place !== null && hasStreets);
  const zip = isShown ? findZip(address) : null;
  const zipCenter = useZipCenter(zip);
  if (kind === undefined) return null;
  const canDraw = canDrawMaps();
  if (!isShown) {
    return (
      canDraw && (
        <Button
          size="sm"
          variant="ghost"
          icon={<MapPinned className="size-4" aria-hidden />}
          onClick={() => setOpen(true)}
          className="-ml-3"
        >
          Set a pin on the map
        </Button>
      )
    );
  }
  return (
    <div className="grid basis-full gap-2">
      <p className="text-sm text-ink-soft empty:hidden">
        {describePinTask(place, isOwnAddress, { canDraw, hasStreets })}
      </p>
      <LazyPart skeleton={<Skeleton className="h-64 sm:h-72" />}>
        <PinMap
          position={place ?? zipCenter ?? cityCentre}
          isApproximate={!place || !isDrivable(place.precision)}
          label={isOwnAddress ? 'Where your car is' : 'Where the car is'}
          onMove={onMove}
        />
      </LazyPart>
      {place && zipCenter && isFarFromZip(place, zipCenter) && (
        <p role="status" className="text-sm font-medium text-waiting">
          The pin is more than 30 miles from ZIP code {zip}, so we would go by the ZIP code. Please
          check both.
        </p>
      )}
    </div>
  );
}
