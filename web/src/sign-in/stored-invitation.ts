const key = 'invitation';

/**
 * Stores an invitation's token while the invited person logs in and comes back, perhaps through a provider: only
 * in this tab, since it must not be in any URL.
 */
export function storeInvitation(token: string): void {
  sessionStorage.setItem(key, token);
}

/** Returns the token stored in this tab; undefined if there is none. */
export function storedInvitation(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Deletes it after it was accepted. */
export function clearStoredInvitation(): void {
  sessionStorage.removeItem(key);
}
