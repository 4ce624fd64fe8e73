import { useQuery } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { getSuggestedPlace, type ChosenPlace } from '../places/chosen-place.ts';
import { previousAddressesQuery } from '../places/queries.ts';

interface LastAddressProps {
  onChoose: (value: { location: string; place: ChosenPlace | null }) => void;
}

/** Offers the address of the customer's last booking; renders nothing if there is none. */
export function LastAddress({ onChoose }: LastAddressProps) {
  const { data } = useQuery(previousAddressesQuery);
  const last = data?.suggestions.find(({ source }) => source === 'earlier');
  if (!last) return null;
  return (
    <button
      type="button"
      onClick={() => onChoose({ location: last.address, place: getSuggestedPlace(last) })}
      className="inline-flex min-h-touch max-w-full items-center gap-2 justify-self-start rounded-md border border-line-strong bg-sheet px-3 py-1.5 text-left leading-tight transition-colors hover:bg-well"
    >
      <MapPinned className="size-4 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        <span className="text-ink-soft">Last used:</span>{' '}
        <span className="font-medium">{last.address}</span>
      </span>
    </button>
  );
}
