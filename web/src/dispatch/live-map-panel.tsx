import { MapPinned } from 'lucide-react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanics } from '../mechanics/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLiveMapChoice } from './live-map-choice.ts';

const LiveMap = lazyComponent(async () => (await import('./live-map.tsx')).LiveMap);

/** Shows the live map on demand, and in this browser from then on: its library is larger than the page. */
export function LiveMapPanel() {
  const [isOpen, setIsOpen] = useLiveMapChoice();
  const { data: mechanics } = useMechanics({ poll: true });
  const count = mechanics?.filter(({ location }) => location !== null).length;
  return (
    <section aria-labelledby="live-map" className="rounded-lg border border-line bg-sheet">
      <div className="flex min-h-14 items-center gap-3 px-4 py-1.5 sm:px-5">
        <MapPinned className="size-5 shrink-0 text-ink-faint" aria-hidden />
        <div className="min-w-0 flex-1">
          <h2 id="live-map" className="text-lg">
            Live Map
          </h2>
          {count !== undefined && (
            <p className="figures text-sm text-ink-soft">{sharingText(count)}</p>
          )}
        </div>
        <Button
          size="sm"
          aria-expanded={isOpen}
          onPointerEnter={() => void LiveMap.preload()}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide map' : 'Show map'}
        </Button>
      </div>
      {isOpen && (
        <div className="border-t border-line p-4 sm:p-5">
          <LazyPart skeleton={<Skeleton className="h-72 md:h-104" />}>
            <LiveMap />
          </LazyPart>
        </div>
      )}
    </section>
  );
}

function sharingText(count: number): string {
  if (count === 0) return 'No mechanic shares a location';
  return count === 1 ? '1 mechanic shares a location' : `${count} mechanics share their location`;
}
