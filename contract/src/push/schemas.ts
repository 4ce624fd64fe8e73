import { z } from 'zod';
import { rowId } from '../fields/schemas.ts';

const invalid = "We can't send notifications to this browser. Please try another one.";

/** A browser's push subscription, as `PushSubscription.toJSON()` returns it. */
export const pushSubscriptionInput = z.object({
  /** The server refuses URLs other than those of known push services. */
  endpoint: z
    .string(invalid)
    .max(1000, invalid)
    .regex(/^[\x21-\x7e]+$/, invalid),
  keys: z.object(
    {
      /** An uncompressed point on the curve P-256, in base64url. */
      p256dh: z.string(invalid).regex(/^B[\w-]{86}$/, invalid),
      /** 16 bytes in base64url. */
      auth: z.string(invalid).regex(/^[\w-]{22}$/, invalid),
    },
    invalid,
  ),
});

/** A browser in which the viewer has turned notifications on. */
export const pushSubscription = z.object({
  id: rowId(),
  /** Lets a browser recognize itself in the list. */
  endpoint: z.string(),
  userAgent: z.string().nullable(),
  /** Whether it was turned on, or confirmed, in the viewer's current session, and so ends with it. */
  current: z.boolean(),
  createdAt: z.string(),
  /** When the push service last accepted a message for it; null if never. */
  lastAcceptedAt: z.string().nullable(),
});
export type PushSubscriptionView = z.infer<typeof pushSubscription>;

/**
 * The server's public key, with which browsers subscribe: 65 bytes in base64url. Null for the demo's accounts, which
 * visitors share.
 */
export const pushKey = z.object({ publicKey: z.string().nullable() });
