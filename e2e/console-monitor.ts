import type { ConsoleMessage, Page } from '@playwright/test';

/** Chromium's wording. */
const refused401 = 'status of 401 ';

/**
 * Collects console output and errors of pages. Chromium logs every refused request to the console as
 * an error, so a test that causes a refusal announces it first; a response that no one
 * is signed in is part of every start. The live stream may get it as well: when a session is
 * replaced or ends, the stream ends with it and is opened again before the page knows.
 */
export class ConsoleMonitor {
  readonly unexpected: string[] = [];
  readonly #allowed = ['/api/auth/user', '/api/events'].map((path) => ({
    path,
    errorText: refused401,
  }));
  readonly #caught: string[] = [];
  #isOffline = false;
  #sessionsEnd = false;

  follow(page: Page): void {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !this.#isAllowed(message)) {
        this.unexpected.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.unexpected.push(`page error: ${error.message}`));
  }

  /** `why` in Chromium's wording: 'status of 409 ', 'net::ERR_CONNECTION_RESET'. */
  allow(path: string, errorText: string): void {
    this.#allowed.push({ path, errorText });
  }

  /**
   * Announces that from now on sessions end or are replaced: requests that a page sends before it
   * knows that are refused.
   */
  allowEndedSessions(): void {
    this.#sessionsEnd = true;
  }

  /** Announces that from now on the network comes and goes. */
  allowOffline(): void {
    this.#isOffline = true;
  }

  /** An error that the page itself caught and logged. */
  allowCaught(text: string): void {
    this.#caught.push(text);
  }

  #isAllowed(message: ConsoleMessage): boolean {
    if (message.text() === 'Service Worker registration blocked by Playwright') return true;
    if (this.#caught.some((text) => message.text().includes(text))) return true;
    const { url } = message.location();
    if (this.#isOffline && message.text().includes('net::ERR_')) return true;
    if (!URL.canParse(url) || !message.text().startsWith('Failed to load resource')) return false;
    const { pathname } = new URL(url);
    if (this.#sessionsEnd && pathname.startsWith('/api/') && message.text().includes(refused401)) {
      return true;
    }
    return this.#allowed.some(
      ({ path, errorText }) => pathname === path && message.text().includes(errorText),
    );
  }
}
