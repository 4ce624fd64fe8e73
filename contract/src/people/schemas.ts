import { z } from 'zod';
import { mechanicStatuses, roles } from './roles.ts';
import { pageCursor, pageLimit, textFilter, userId } from '../fields/schemas.ts';

export const userSummary = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null if the viewer may not see it, or the person has none. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});

export const user = userSummary.extend({
  role: z.enum(roles),
  createdAt: z.string(),
  /** False for a deactivated or deleted person, who cannot sign in; true for a customer without an account. */
  active: z.boolean(),
  /** Whether this is an admin who also works as a mechanic. */
  worksAsMechanic: z.boolean(),
  /** Whether signing in requires a second factor; null if the viewer may not know, or there is no account. */
  twoFactor: z.boolean().nullable(),
});
export type User = z.infer<typeof user>;

/** The signed-in person. */
export const sessionUser = user.extend({
  /** The address with which they sign in. */
  email: z.string(),
  /** For mechanics, and admins who work as mechanics; null for anyone else. */
  status: z.enum(mechanicStatuses).nullable(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** What a customer may see about their mechanic. */
export const mechanicSummary = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null for a deleted person. */
  email: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type MechanicSummary = z.infer<typeof mechanicSummary>;

export const position = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type Position = z.infer<typeof position>;

/** A position as a mechanic's device reports it; `accuracy` is its error radius in meters, if the device knows it. */
export const reportedPosition = position.extend({ accuracy: z.number().min(0).optional() });
export type ReportedPosition = z.infer<typeof reportedPosition>;

/** What the office sees about every mechanic, and what mechanics see about themselves. */
export const mechanic = mechanicSummary.extend({
  status: z.enum(mechanicStatuses),
  lastActive: z.string().nullable(),
  /** Whether they are shown as available but have not been active for two of today's working hours. */
  unseen: z.boolean(),
  /** Whether they are out sick for the rest of today. */
  sick: z.boolean(),
  skills: z.array(z.string()),
  /** The number of their appointments today, except cancelled ones. */
  jobsToday: z.number().int(),
  location: position.extend({ at: z.string() }).nullable(),
  /** Whether today's working hours are over, which ends the sharing of their location. */
  sharingEnded: z.boolean(),
});
export type Mechanic = z.infer<typeof mechanic>;

/**
 * A change to a mechanic's availability switch, position, or both. A location of null deletes the stored one,
 * since the mechanic no longer shares it. A location that is sent while the mechanic is neither available nor
 * on a job, or after their working hours, is not stored; neither is a coarse or impossible location.
 */
export const mechanicStatusChange = z
  .object({
    status: z.enum(mechanicStatuses, 'The status must be available or offline.').optional(),
    location: reportedPosition.nullable().optional(),
  })
  .refine((change) => change.status !== undefined || change.location !== undefined, {
    message: 'Please specify what to change.',
  });
export type MechanicStatusChange = z.infer<typeof mechanicStatusChange>;

export const roleChange = z.object({
  userId: userId('Please specify whose role to change.'),
  role: z.enum(roles, 'That is not a valid role.'),
});

/** Activates or deactivates a person. Deactivated people cannot sign in; their history stays. */
export const activationChange = z.object({ active: z.boolean('Please specify yes or no.') });

/** Marks an admin as also working as a mechanic, or removes that mark. */
export const worksAsMechanicChange = z.object({ works: z.boolean('Please specify yes or no.') });

export const userQuery = z.object({
  role: z.enum(roles, 'That is not a valid role.').optional(),
  search: textFilter.optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type UserQuery = z.infer<typeof userQuery>;

/** The four accounts behind the landing page's demo buttons. */
export const demoAccounts = ['customer', 'mechanic', 'advisor', 'admin'] as const;
export type DemoAccount = (typeof demoAccounts)[number];

export const demoSignIn = z.object({
  account: z.enum(demoAccounts, 'That is not a valid demo account.'),
});
