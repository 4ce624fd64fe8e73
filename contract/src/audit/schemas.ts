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
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export const auditEntry = z.object({
  number: z.number().int(),
  at: z.string(),
  /** Who made the change; null for the system and for visitors. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  /**
   * `erased`: a person's values were removed from the trail itself. `viewed`: someone read a record whose
   * reading is audited, such as a message with a one-time link.
   */
  action: z.enum(['created', 'changed', 'deleted', 'erased', 'viewed']),
  subject: z.object({ kind: z.enum(auditSubjects), id: z.string() }),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Whether the values were personal and have been erased. */
      erased: z.boolean(),
      /** Whether the value is a secret, of which the trail only records that it changed. */
      secret: z.boolean(),
    }),
  ),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z
  .object({
    actorId: userId().optional(),
    subject: z.enum(auditSubjects, 'That is not a kind of record in the audit trail.').optional(),
    /** Requires `subject`: ids are unique only within a kind. */
    subjectId: line(64).optional(),
    from: calendarDate('The first day must be a date.').optional(),
    to: calendarDate('The last day must be a date.').optional(),
    limit: pageLimit.optional(),
    cursor: pageCursor.optional(),
  })
  .refine(({ subject, subjectId }) => subjectId === undefined || subject !== undefined, {
    path: ['subjectId'],
    message: 'Please specify the kind of record that this number belongs to.',
  });
