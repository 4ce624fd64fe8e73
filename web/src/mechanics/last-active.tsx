import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useNow } from '../ui/use-now.ts';

/** Shows when a person was last active: 'Never', 'just now', '5m ago', '3h ago'. */
export function LastActive({ instant }: { instant: string | null }) {
  const now = useNow();
  const { timeZone } = useBusiness();
  const text = timeAgo(instant, now);
  if (instant === null) return text;
  return (
    <RelativeTime instant={instant} exact={displayInstantIn(timeZone, instant)}>
      {text}
    </RelativeTime>
  );
}
