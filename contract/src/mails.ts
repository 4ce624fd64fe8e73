import { z } from 'zod';
import { pageCursor, pageLimit } from './fields.ts';

/** A message that could not leave, for want of an SMTP server: kept where an admin can read it. */
export const mail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  /** Plain text. */
  text: z.string(),
  at: z.string(),
});
export type Mail = z.infer<typeof mail>;

export const mailQuery = z.object({ limit: pageLimit.optional(), cursor: pageCursor.optional() });
