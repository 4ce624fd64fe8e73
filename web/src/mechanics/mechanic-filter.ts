import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import { getFullName } from '../lib/people.ts';

/** The tabs of the mechanics page, in order. */
export const mechanicTabs = ['all', 'available', 'on_job', 'offline'] as const;
export type MechanicTab = (typeof mechanicTabs)[number];

export const mechanicTabLabels: Record<MechanicTab, string> = {
  all: 'All',
  available: 'Available',
  on_job: 'On Job',
  offline: 'Offline',
};

type ListedMechanic = Pick<Mechanic, 'firstName' | 'lastName' | 'email' | 'status'>;

/** Returns the mechanics whose name or email contains every word of the search, ignoring case. */
export function searchMechanics<T extends ListedMechanic>(
  mechanics: readonly T[],
  search: string,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return mechanics.filter((mechanic) => {
    const text = `${getFullName(mechanic)} ${mechanic.email ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the mechanics to show in a tab. */
export function filterByTab<T extends ListedMechanic>(
  mechanics: readonly T[],
  tab: MechanicTab,
): T[] {
  return mechanics.filter(({ status }) => tab === 'all' || status === tab);
}

/** Counts the mechanics in each status. */
export function countMechanics(
  mechanics: readonly ListedMechanic[],
): Record<MechanicStatus | 'all', number> {
  const counts = { all: mechanics.length, available: 0, on_job: 0, offline: 0 };
  for (const { status } of mechanics) counts[status] += 1;
  return counts;
}
