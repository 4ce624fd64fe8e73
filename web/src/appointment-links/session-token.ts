const storageKey = 'appointmentLink';

/**
 * Stores the token of the link that opened this tab, so that reloading the page works. It is stored only for this tab,
 * and only until the tab is closed, because other people may use this browser.
 */
export function storeToken(token: string): void {
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // Without storage, reloading the page requires the link again.
  }
}

/** Returns the stored token; undefined if there is none. */
export function getStoredToken(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Removes the stored token, because its link no longer works. */
export function clearStoredToken(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}
