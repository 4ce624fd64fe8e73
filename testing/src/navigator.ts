import type { FastifyInstance } from 'fastify';

/** Where a navigation ended. */
export interface Landing {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** Options of a navigation. */
export interface NavigationOptions {
  /** Stops before requesting a URL for which this returns true. */
  readonly shouldStop?: (url: string) => boolean;
  /** Posts this form body; redirects are followed with GET. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The origin of the application under test. */
export const ownOrigin = 'http://localhost';

/**
 * Simulates a browser's navigation: it follows redirects between the application under test and other local sites, and
 * stores each site's cookies separately.
 */
export class Navigator {
  /** Cookies by origin, then by name. */
  readonly cookies = new Map<string, Map<string, string>>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Requests a URL and follows redirects until one leads to a page of the application, which it does not request. */
  async go(
    start: string,
    { shouldStop, form, headers = {} }: NavigationOptions = {},
  ): Promise<Landing> {
    let response = await this.#request(new URL(start, ownOrigin), headers, form);
    for (let hops = 0; response.location !== null; hops += 1) {
      const url = new URL(response.location, response.url);
      if (isOwnPage(url) || shouldStop?.(url.href)) return { url: url.href, status: 200, body: '' };
      if (hops > 20) throw new Error(`Too many redirects, the last to ${url.href}`);
      response = await this.#request(url, headers);
    }
    return { url: response.url.href, status: response.status, body: response.body };
  }

  /** Returns the cookie header for the application. */
  get cookie(): string {
    return this.#cookieFor(ownOrigin);
  }

  async #request(url: URL, extraHeaders: Readonly<Record<string, string>>, form?: string) {
    const method = form === undefined ? 'GET' : 'POST';
    const headers = {
      cookie: this.#cookieFor(url.origin),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...extraHeaders,
    };
    if (url.origin === ownOrigin) {
      const response = await this.#app.inject({
        method,
        url: `${url.pathname}${url.search}`,
        headers,
        ...(form !== undefined && { payload: form }),
      });
      this.#storeCookies(url.origin, [response.headers['set-cookie'] ?? []].flat());
      const location = response.headers['location'];
      return {
        url,
        status: response.statusCode,
        location: typeof location === 'string' ? location : null,
        body: response.body,
      };
    }
    const response = await fetch(url, { method, headers, redirect: 'manual', body: form ?? null });
    this.#storeCookies(url.origin, response.headers.getSetCookie());
    return {
      url,
      status: response.status,
      location: response.headers.get('location'),
      body: await response.text(),
    };
  }

  #cookieFor(origin: string): string {
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #storeCookies(origin: string, setCookies: readonly string[]): void {
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    for (const cookie of setCookies) {
      const [, name = '', value = '', attributes = ''] =
        /^([^=]+)=([^;]*)(.*)$/s.exec(cookie) ?? [];
      const isExpired = /;\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attributes);
      if (isExpired || value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }
}

function isOwnPage({ origin, pathname }: URL): boolean {
  return origin === ownOrigin && !pathname.startsWith('/api/');
}
