import { lazyComponent } from '../../lib/lazy-component.ts';
import type { AdvisorSearch } from '../../searches.ts';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';

// Each is loaded only if the window shows it.
const DayBoard = lazyComponent(async () => (await import('./day-board.tsx')).DayBoard);
const PhoneBoard = lazyComponent(async () => (await import('./phone-board.tsx')).PhoneBoard);

/** Shows the board: always in a wide window; in a narrow window only if the URL says so, one lane at a time. */
export function BoardPanel({ view }: { view: AdvisorSearch['view'] }) {
  // The server doesn't know the window's width: it renders both skeletons, and CSS hides one of them.
  const isWide = useMedia('(width >= 64rem)', true);
  const isNarrow = useMedia('(width < 64rem)', true);
  return (
    <>
      {isWide && (
        <div className="mb-6 hidden min-w-0 lg:block">
          <LazyPart skeleton={<Skeleton className="h-104" />}>
            <DayBoard />
          </LazyPart>
        </div>
      )}
      {isNarrow && view && (
        <div className="lg:hidden">
          <LazyPart skeleton={<Skeleton className="h-80" />}>
            <PhoneBoard />
          </LazyPart>
        </div>
      )}
    </>
  );
}
