import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { Tone } from '../ui/tone.ts';
import { mechanicStatusStyles } from './mechanic-badge.tsx';
import { isCurrentPosition } from './position-age.ts';

/** Returns the color of a mechanic's van: the color of their status, muted if the position is outdated. */
export function getVanTone({ status, location }: Mechanic, now: number): Tone {
  const isCurrent = location !== null && isCurrentPosition(location.at, now);
  return isCurrent ? mechanicStatusStyles[status].tone : 'muted';
}
