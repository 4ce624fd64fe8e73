const key = 'invitation';

/**
 * Keeps an invitation's token while its reader logs in and comes back, perhaps by way of a
 * provider: in this tab alone, and nowhere on the way, since it must not stand in an address.
 */
export function storeInvitation(token: string): void {
  sessionStorage.setItem(key, token);
}

/** The token that was kept in this tab; undefined: none. */
export function storedInvitation(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Forgets it: it was accepted. */
export function clearStoredInvitation(): void {
  sessionStorage.removeItem(key);
}
