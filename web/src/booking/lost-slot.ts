import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { Slot } from '@curbwrench/contract/slots';

/**
 * Why the chosen time cannot stay chosen now that the day's time slots are known, as a sentence;
 * null while it can, or while nothing is chosen.
 */
export function whyLost(slots: readonly Slot[], date: string, startTime: string): string | null {
  const slot = slots.find((one) => one.startTime === startTime);
  if (startTime === '' || slot?.available) return null;
  const reason = slot?.reason ? ` (${slot.reason.toLowerCase().replace(/\.$/, '')})` : '';
  return `${twelveHour(startTime)} is not available on ${displayDate(date)}${reason}. Please choose another time.`;
}
