import { ExternalLink } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { placeUrl } from '../lib/maps-app.ts';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import { classNames } from '../ui/class-names.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { toneBadge } from '../ui/tone.ts';
import { useNow } from '../ui/use-now.ts';
import { getArrivalLines, getHeadline, type Journey } from './journey.ts';

// Loaded on demand, because the map library is large.
const JourneyMap = lazyComponent(async () => (await import('./journey-map.tsx')).JourneyMap);

/** Shows the mechanic's progress in words and on a map. */
export function JourneyProgress({ journey }: { journey: Journey }) {
  return (
    <>
      <Progress journey={journey} />
      {journey.position && (
        <LazyPart skeleton={<MapSkeleton className="h-64" />}>
          <JourneyMap position={journey.position} destination={journey.destination} />
        </LazyPart>
      )}
    </>
  );
}

/** Shows when the mechanic will arrive, how far away they are, and a link to their position on a map. */
function Progress({ journey }: { journey: Journey }) {
  const business = useBusiness();
  const { text, tone } = getHeadline(journey, useToday(), business);
  const lines = getArrivalLines(journey, useNow(), business);
  return (
    <div className={classNames('rounded-md border px-4 py-3.5', toneBadge[tone])}>
      <p role="status" className="figures font-display text-lg/snug font-bold text-balance">
        {text}
      </p>
      {lines.map((line) => (
        <p key={line} className="figures mt-1">
          {line}
        </p>
      ))}
      {lines.length > 0 && journey.position && (
        <a
          href={placeUrl(journey.position)}
          target="_blank"
          rel="noreferrer"
          className="-mb-2 inline-flex min-h-touch items-center gap-1.5 font-semibold underline"
        >
          Open in maps
          <ExternalLink className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">(opens your maps app)</span>
        </a>
      )}
    </div>
  );
}
