import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { classNames } from '../../ui/class-names.ts';
import type { Tone } from '../../ui/tone.ts';
import { statusStyles } from './status-badge.tsx';

/** Stacks a row's parts, or puts them into three or four columns, depending on how wide the row is. */
export const rowGrid = classNames(
  'grid gap-x-6 gap-y-2',
  "@md:grid-cols-[auto_minmax(0,1fr)_auto] @md:[grid-template-areas:'time_badges_badges'_'title_title_action'_'fields_fields_action']",
  "@3xl:grid-rows-[auto_1fr] @3xl:[grid-template-areas:'time_title_fields_action'_'time_badges_fields_action']",
  '@3xl:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,1fr)_12rem]',
);
/**
 * The row's actions: side by side where they fit, otherwise stacked in their own column, so that more rows fit
 * on the screen.
 */
export const rowActions = classNames(
  'mt-1 flex flex-wrap items-start gap-2 *:flex-auto empty:hidden',
  '@md:mt-0 @md:flex-col @md:items-stretch @md:justify-end @md:[grid-area:action] @md:*:flex-none',
  '@3xl:justify-start',
);
/** Returns the tone of a job's left edge: `alert` if someone has to act, otherwise the status's tone. */
export function getTone(appointment: Appointment): Tone {
  if (appointment.attention) return 'alert';
  return statusStyles[appointment.status]?.tone ?? 'muted';
}
