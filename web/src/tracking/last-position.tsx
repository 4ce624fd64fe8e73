import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { ExternalLink, MapPin } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { displayDistance } from '../lib/distance.ts';
import { placeUrl } from '../lib/phone-map.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useNow } from '../ui/use-now.ts';
import { getRemainingDistance } from './journey.ts';

/** Shows the mechanic's last location and distance, as far as they are known. */
export function LastPosition({ tracking }: { tracking: Tracking }) {
  const { timeZone, currency } = useBusiness();
  const now = useNow();
  const { position, mechanic } = tracking;
  if (!position) {
    return (
      <p className="flex items-start gap-3 rounded-md bg-well px-4 py-3 text-ink-soft">
        <MapPin className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden />
        {mechanic?.firstName || 'Your mechanic'} isn't sharing a location right now.
      </p>
    );
  }
  const remaining = getRemainingDistance(tracking, now);
  return (
    <section aria-label="Location" className="rounded-md bg-well px-4 py-3">
      {remaining && (
        <p className="figures font-display text-xl font-bold">
          {displayDistance(remaining.metres, currency)} away
          {remaining.minutes !== null && (
            <span className="font-medium text-ink-soft">, about {remaining.minutes} min</span>
          )}
        </p>
      )}
      {remaining && (
        <p className="text-sm text-ink-soft">
          {remaining.minutes === null
            ? 'In a straight line from the last known location.'
            : 'An estimate from the straight line, without traffic.'}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Last location{' '}
          <RelativeTime instant={position.at} exact={displayInstantIn(timeZone, position.at)}>
            {timeAgo(position.at, now)}
          </RelativeTime>
        </span>
        <a
          href={placeUrl(position)}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-touch items-center gap-1.5 font-semibold"
        >
          Show on a map
          <ExternalLink className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">(opens your map)</span>
        </a>
      </p>
    </section>
  );
}
