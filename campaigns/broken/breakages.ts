import type { Breakage } from './breakage.ts';

/** What the campaigns of contention, repeats, histories and time must catch. */
export const breakages: readonly Breakage[] = [];
