import type { Mechanic } from '@curbwrench/contract/people';
import { useBusiness } from '../business/queries.ts';
import { useNow } from '../ui/use-now.ts';
import { unseenText } from './unseen-text.ts';

/** That nothing has been heard of an available mechanic for two working hours; nothing else. */
export function UnseenNote({ mechanic }: { mechanic: Mechanic }) {
  const now = useNow();
  const { timeZone } = useBusiness();
  if (!mechanic.unseen) return null;
  return (
    <span className="figures block text-sm text-ink-soft">
      {unseenText(mechanic.lastActive, now, timeZone)}
    </span>
  );
}
