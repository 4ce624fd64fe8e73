import { z } from 'zod';
import { calendarDate, pageCursor, pageLimit, line, userId } from '../fields/schemas.ts';

/** The kinds of records in the audit trail. */
export const auditSubjects = [
  'appointment',
  'service',
  'vehicle',
  'user',
  'mechanic',
  'payment',
  'refund',
  'invitation',
  'session',
  'holiday',
  'plan',
  'subscription',
  'service_area',
  'business',
  'mail',
  'customer_file',
  'message_template',
  'message_text',
  'review',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The former name of each kind that was renamed. Entries sealed before that keep it. */
export const renamedAuditSubjects: Partial<Record<AuditSubject, AuditSubject>> = {
  message_template: 'message_text',
};

export const auditEntry = z.object({
  number: z.number().int(),
  at: z.string(),
  /** Who made the change; null for the system and for visitors. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  /**
   * `erased`: a person's data was removed from the audit trail itself. `viewed`: someone read a record whose
   * reads are audited, such as an email with a one-time link. `merged`: a customer's record was merged into another.
   */
  action: z.enum(['created', 'changed', 'deleted', 'erased', 'viewed', 'merged']),
  subject: z.object({
    kind: z.enum(auditSubjects),
    id: z.string(),
    /** Its current name; null if it was deleted or has none. */
    name: z.string().nullable(),
  }),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** The current names of what the values refer to; null unless they are ids of something that has a name. */
      beforeName: z.string().nullable(),
      afterName: z.string().nullable(),
      /** Whether the values were personal and have been erased. */
      erased: z.boolean(),
      /** Whether the value is a secret. If so, the trail records only that it changed. */
      secret: z.boolean(),
    }),
  ),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z
  .object({
    actorId: userId().optional(),
    subject: z.enum(auditSubjects, 'That is not a type of record in the audit trail.').optional(),
    /** Requires `subject`: ids are unique only within a kind. */
    subjectId: line(64).optional(),
    from: calendarDate('The first day must be a date.').optional(),
    to: calendarDate('The last day must be a date.').optional(),
    limit: pageLimit.optional(),
    cursor: pageCursor.optional(),
  })
  .refine(({ subject, subjectId }) => subjectId === undefined || subject !== undefined, {
    path: ['subjectId'],
    message: 'Please specify the type of record that this ID belongs to.',
  });
