import { deriveLinkSecret } from '@curbwrench/server/appointment-links/find-or-create-link';
import { createUnsubscribeToken } from '@curbwrench/server/messaging/unsubscribe-token';
import type { BuilderContext } from './builders.ts';

/** Returns the token of the link with which a person turns off reminders. */
export function makeUnsubscribeToken(
  { authSecret }: Pick<BuilderContext, 'authSecret'>,
  personId: string,
): string {
  return createUnsubscribeToken(deriveLinkSecret(authSecret), personId);
}
