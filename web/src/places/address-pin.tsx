import type { Position } from '@curbwrench/contract/people/schemas';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import { useQuery } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { canDrawMaps } from '../maps/can-draw.ts';
import { baseMapQuery } from '../maps/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import type { ChosenPlace } from './chosen-place.ts';
import { getPinInstructions, isFarFromZip } from './pin-instructions.ts';
import { useZipCenter } from './queries.ts';

const PinMap = lazyComponent(async () => (await import('./pin-map.tsx')).PinMap);

interface AddressPinProps {
  address: string;
  place: ChosenPlace | null;
  /** Whether the user is at this address; false when the office books for someone else. */
  isOwnAddress: boolean;
  /** Called when the user has moved the pin. */
  onMove: (position: Position) => void;
}

/**
 * Shows an address on a map with a movable pin. If the address's place is unknown or the map is schematic, a button
 * opens the map, which is hidden at first: few people can tell where their car is on a map without streets.
 */
export function AddressPin({ address, place, isOwnAddress, onMove }: AddressPinProps) {
  const [isOpen, setOpen] = useState(false);
  const { cityCenter } = useBusiness();
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
          Drop a pin on the map
        </Button>
      )
    );
  }
  return (
    <div className="grid basis-full gap-2">
      <p className="text-sm text-ink-soft empty:hidden">
        {getPinInstructions(place, isOwnAddress, { canDraw, hasStreets })}
      </p>
      <LazyPart skeleton={<MapSkeleton className="h-64 sm:h-72" />}>
        <PinMap
          position={place ?? zipCenter ?? cityCenter}
          isApproximate={!place || !isPrecise(place.precision)}
          label={isOwnAddress ? 'Where your car is' : 'Where the car is'}
          onMove={onMove}
        />
      </LazyPart>
      {place && zipCenter && isFarFromZip(place, zipCenter) && (
        <p role="status" className="text-sm font-medium text-waiting">
          The pin is more than 30 miles from ZIP code {zip}, so we'll use the ZIP code instead.
          Please check both.
        </p>
      )}
    </div>
  );
}
