import { z } from 'zod';
import { rowId, userId } from '../fields/schemas.ts';
import { customerRecord } from './schemas.ts';

/** The customer who would be merged into the one named in the path. */
export const mergeQuery = z.object({ otherId: userId('Please choose the other customer') });

const counts = z.object({
  vehicles: z.number().int(),
  appointments: z.number().int(),
  payments: z.number().int(),
  plans: z.number().int(),
  messages: z.number().int(),
});

/** What merging two customers would do. */
export const mergePreview = z.object({
  /** The record that is kept, as it is now. */
  kept: customerRecord,
  /** The record that is removed. */
  removed: customerRecord,
  /** The record that is kept, as it will be after the merge. */
  result: customerRecord.pick({
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    otherPhones: true,
    addresses: true,
    notes: true,
  }),
  /** How many of each kind move from the removed record to the one that is kept. */
  moves: counts,
  /** Why they can't be merged, with one sentence per reason; empty if they can. */
  problems: z.array(z.string()),
});
export type MergePreview = z.infer<typeof mergePreview>;

/** Merges another customer into the one named in the path. The versions are those that the preview returned. */
export const mergeInput = z.object({
  otherId: userId('Please choose the other customer'),
  version: rowId('Please reload the customer.'),
  otherVersion: rowId('Please reload the customer.'),
});
export type MergeInput = z.output<typeof mergeInput>;
