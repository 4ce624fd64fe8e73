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
 * A live event says what changed, never how: the reader asks again under their own rights. On the
 * stream it is `event: change` with its number as `id`. `event: ready` opens a stream and says from
 * which number on it tells; `event: reset` means that the reader was away too long and should read
 * everything again. The id is the object's, but for `slot`, which names the date whose free time
 * slots may have changed and reaches everyone, and `notification`, which reaches its recipient
 * alone: they read what their bell told.
 */
export const changeEvent = z.object({ kind: z.enum(eventKinds), id: z.string() });
export type ChangeEvent = z.infer<typeof changeEvent>;
