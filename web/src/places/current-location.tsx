import { LocateFixed, MapPin } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { ChosenPlace } from './chosen-place.ts';
import { describePosition } from './queries.ts';

interface CurrentLocationProps {
  /** Whether the exact location is set. */
  isSet: boolean;
  /** Called with the address, or null if the location is known but not its address. */
  onLocate: (address: string | null, pin: ChosenPlace) => void;
  onRemove: () => void;
}

/** Renders the button that takes the browser's location, and the line that says so once it is set. */
export function CurrentLocation({ isSet, onLocate, onRemove }: CurrentLocationProps) {
  const [isLocating, setLocating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function locate() {
    setLocating(true);
    setProblem(null);
    try {
      const position = await readPosition();
      const nearest = await describePosition(position).catch(() => null);
      if (nearest === null) {
        setProblem('Your location is set, but we could not find its address. Please type it.');
      }
      onLocate(nearest?.address ?? null, { ...position, precision: 'pin' });
    } catch {
      setProblem('Your browser did not share your location. Please type the address.');
    }
    setLocating(false);
  }

  return (
    <div className="grid justify-items-start gap-1">
      {isSet ? (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <MapPin className="size-4 shrink-0 text-ink-soft" aria-hidden />
          Exact location set
          <span aria-hidden>·</span>
          <button
            type="button"
            aria-label="Remove exact location"
            className="link reach font-semibold"
            onClick={onRemove}
          >
            Remove
          </button>
        </p>
      ) : (
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

/** Returns the browser's position, to about a meter; the browser asks for permission the first time. */
function readPosition(): Promise<{ lat: number; lng: number }> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: roundDegrees(coords.latitude), lng: roundDegrees(coords.longitude) }),
      (error) => reject(new Error(error.message)),
      { enableHighAccuracy: true, maximumAge: 15_000, timeout: 20_000 },
    );
  });
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
