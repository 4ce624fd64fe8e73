import type { Position } from '@curbwrench/contract/people/schemas';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toPin, type ChosenPlace } from './chosen-place.ts';
import { reverseGeocode } from './queries.ts';

interface CurrentLocationProps {
  /** Whether the exact location is already set; the button is then not needed. */
  isSet: boolean;
  /** Called with the location's address, or null if it is unknown, and a pin at the location. */
  onLocate: (address: string | null, pin: ChosenPlace) => void;
}

/** Renders the button to use the browser's current location. */
export function CurrentLocation({ isSet, onLocate }: CurrentLocationProps) {
  const [isLocating, setLocating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function locate() {
    setLocating(true);
    setProblem(null);
    try {
      const pin = toPin(await readPosition());
      const nearest = await reverseGeocode({ lat: pin.lat, lng: pin.lng }).catch(() => null);
      if (nearest === null) {
        setProblem("Your location is set, but we couldn't find its address. Please enter it.");
      }
      onLocate(nearest?.address ?? null, pin);
    } catch {
      setProblem("Your browser didn't share your location. Please enter the address.");
    }
    setLocating(false);
  }

  return (
    <div className="grid justify-items-start gap-1">
      {!isSet && (
        <Button
          size="sm"
          variant="ghost"
          icon={<LocateFixed className="size-4" aria-hidden />}
          pending={isLocating}
          pendingLabel="Finding your location..."
          onClick={() => void locate()}
          className="-ml-3"
        >
          Use my current location
        </Button>
      )}
      <p role="status" className="text-sm font-medium text-waiting empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Returns the browser's position; the browser asks for permission the first time. */
function readPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      (error) => reject(new Error(error.message)),
      { enableHighAccuracy: true, maximumAge: 15_000, timeout: 20_000 },
    );
  });
}
