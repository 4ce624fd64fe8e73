const key = 'invitation';

/**
 * Stores an invitation's token in this tab while the invited person logs in, perhaps on a provider's site. The token
 * must not be in any URL.
 */
export function storeInvitation(token: string): void {
  sessionStorage.setItem(key, token);
}

/** Returns the token stored in this tab; undefined if there is none. */
export function getStoredInvitation(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Deletes the stored token after the invitation has been accepted. */
export function clearStoredInvitation(): void {
  sessionStorage.removeItem(key);
}
