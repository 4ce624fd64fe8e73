import { z } from 'zod';

export const eventKinds = [
  'appointment',
  'mechanic',
  'position',
  'payment',
  'service',
  'vehicle',
  'user',
  'slot',
  'conversation',
  'notification',
  'plan',
  'subscription',
  'area',
  'business',
  'working_time',
  'message_template',
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * A live event says what changed, but not how: the client refetches the object with its own permissions.
 *
 * On the stream it is `event: change`, and the SSE `id` field is the event number. `event: ready` is
 * sent first and has the number of the last event before the stream begins. `event: reset` means that the client was
 * disconnected for too long and should refetch everything.
 *
 * The `id` in the data is that of the changed object, with four exceptions: `slot` has the date whose time
 * slots may have changed, or the first of several dates, and is sent to everyone; `working_time` has the id of
 * the mechanic whose hours, skills or time off changed, or the date of a holiday; `notification` has the id of
 * a person who has read notifications or changed their preferences, and is sent only to them; `position` has
 * the id of a mechanic who moved, and is sent to the office and to the customer whose job they are on.
 */
export const changeEvent = z.object({ kind: z.enum(eventKinds), id: z.string() });
export type ChangeEvent = z.infer<typeof changeEvent>;
