import { z } from 'zod';
import { pageCursor, pageLimit } from './fields.ts';

/** A message that could not leave, for want of an SMTP server: kept where an admin can read it. */
export const mail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  /** Plain text. Null: it holds a one-time link, and is shown by a call that the trail records. */
  text: z.string().nullable(),
  at: z.string(),
});
export type Mail = z.infer<typeof mail>;

/** What a message with a link says. */
export const mailText = z.object({ text: z.string() });

export const mailQuery = z.object({ limit: pageLimit.optional(), cursor: pageCursor.optional() });
