import { z } from 'zod';
import { pageCursor, pageLimit } from '../fields/schemas.ts';

/** An email that was not sent because no SMTP server is configured; stored for an admin to read. */
export const mail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  /** Plain text. Null if it contains a one-time link: then only the audited endpoint `showAccountEmail` returns it. */
  text: z.string().nullable(),
  at: z.string(),
});
export type Mail = z.infer<typeof mail>;

/** The text of an email with a link. */
export const mailText = z.object({ text: z.string() });

export const mailQuery = z.object({ limit: pageLimit.optional(), cursor: pageCursor.optional() });
