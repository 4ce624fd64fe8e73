import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanics } from '../mechanics/queries.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import { useLiveMapChoice } from './live-map-choice.ts';

const LiveMap = lazyComponent(async () => (await import('./live-map.tsx')).LiveMap);

/**
 * Shows the live map beside the board. In a window too narrow for both, the map opens only on demand, because the map
 * library is larger than the rest of the page's code.
 */
export function LiveMapPanel() {
  const [isOpen, setIsOpen] = useLiveMapChoice();
  const { data: mechanics } = useMechanics({ poll: true });
  const sharingCount = mechanics?.filter(({ location }) => location !== null).length;
  return (
    <section
      aria-labelledby="live-map"
      className="flex max-h-full flex-col rounded-lg border border-line bg-sheet min-[105rem]:max-h-[calc(100dvh-2rem)]"
    >
      <div className="flex min-h-14 items-center gap-3 px-4 py-1.5 sm:px-5">
        <div className="min-w-0 flex-1">
          <h2 id="live-map" className="text-lg">
            Live Map
          </h2>
          {sharingCount !== undefined && (
            <p className="figures text-sm text-ink-soft">{sharingText(sharingCount)}</p>
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
        <div className="@container min-h-0 overflow-y-auto border-t border-line p-4 sm:p-5">
          <LazyPart skeleton={<MapSkeleton className="h-72 @min-[40rem]:h-104" />}>
            <LiveMap />
          </LazyPart>
        </div>
      )}
    </section>
  );
}

function sharingText(count: number): string {
  if (count === 0) return 'No mechanics are sharing their location';
  return count === 1
    ? '1 mechanic is sharing their location'
    : `${count} mechanics are sharing their location`;
}
