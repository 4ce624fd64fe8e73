import { z } from 'zod';

export const eventKinds = [
  'appointment',
  'mechanic',
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
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * A live event says what changed, never how: the client reads it again with its own rights. On the
 * stream it is `event: change` with its number as `id`. `event: ready` opens a stream and says from
 * which number on events follow; `event: reset` means that the client was away too long and should
 * read everything again. The id is the object's, with two exceptions: `slot` names the date whose free
 * time slots may have changed, and reaches everyone; `notification` names the recipient, and reaches
 * only them, when they have read notifications or changed their preferences.
 */
export const changeEvent = z.object({ kind: z.enum(eventKinds), id: z.string() });
export type ChangeEvent = z.infer<typeof changeEvent>;
