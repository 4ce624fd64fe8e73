/** How many hours each kind of emailed one-time link is valid. */
export const linkHours = {
  verify_email: 24,
  change_email: 24,
  cancel_email_change: 24,
  reset_password: 1,
  invitation: 7 * 24,
} as const;

export type LinkKind = keyof typeof linkHours;

/** Returns when a link that is sent at `now` expires. */
export function linkExpiresAt(kind: LinkKind, now: Date): Date {
  return new Date(now.getTime() + linkHours[kind] * 3_600_000);
}

/** Returns how long a link is valid, as a phrase that follows "in": 'an hour', '24 hours'. */
export function formatLinkLifetime(kind: LinkKind): string {
  const hours: number = linkHours[kind];
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** How many days someone can sign in from a trusted browser without a code. */
export const trustedBrowserDays = 30;
