import type { ConsoleMessage, Page } from '@playwright/test';

/** Part of Chromium's message for a request without a valid session. */
const unauthorizedText = 'status of 401 ';

/**
 * Collects pages' errors and unexpected console output. Chromium logs every response with an error status as an
 * error, so a test that causes such a response declares it first. Two requests are always allowed to get a 401: the one
 * for the signed-in person, and the live stream, which reconnects when a session ends or is replaced.
 */
export class ConsoleMonitor {
  readonly unexpected: string[] = [];
  readonly #allowed = ['/api/auth/user', '/api/events'].map((path) => ({
    path,
    errorText: unauthorizedText,
  }));
  readonly #allowedCaughtErrors: string[] = [];
  #allowsOffline = false;
  #allowsEndedSessions = false;

  /** Starts collecting the output of a page. */
  follow(page: Page): void {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !this.#isAllowed(message)) {
        this.unexpected.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.unexpected.push(`page error: ${error.message}`));
  }

  /**
   * Allows failed requests to a path.
   * @param errorText part of Chromium's message: 'status of 409 ', 'net::ERR_CONNECTION_RESET'
   */
  allow(path: string, errorText: string): void {
    this.#allowed.push({ path, errorText });
  }

  /**
   * Allows 401 responses from now on, because a page may send requests before it learns that its session has ended or
   * was replaced.
   */
  allowEndedSessions(): void {
    this.#allowsEndedSessions = true;
  }

  /** Allows any request to fail from now on, because the device goes offline and back online. */
  allowOffline(): void {
    this.#allowsOffline = true;
  }

  /** Allows an error that the page catches and logs, identified by part of its message. */
  allowCaughtError(text: string): void {
    this.#allowedCaughtErrors.push(text);
  }

  #isAllowed(message: ConsoleMessage): boolean {
    if (message.text() === 'Service Worker registration blocked by Playwright') return true;
    // A message about the speed of the software renderer that draws maps in tests.
    if (message.text().includes('GL Driver Message')) return true;
    if (this.#allowedCaughtErrors.some((text) => message.text().includes(text))) return true;
    const { url } = message.location();
    if (this.#allowsOffline && message.text().includes('net::ERR_')) return true;
    if (!URL.canParse(url) || !message.text().startsWith('Failed to load resource')) return false;
    const { pathname } = new URL(url);
    if (
      this.#allowsEndedSessions &&
      pathname.startsWith('/api/') &&
      message.text().includes(unauthorizedText)
    ) {
      return true;
    }
    return this.#allowed.some(
      ({ path, errorText }) => pathname === path && message.text().includes(errorText),
    );
  }
}
