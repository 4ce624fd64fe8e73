import type { FastifyInstance } from 'fastify';

/** Where a navigation ended. */
export interface Landing {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** Options of a navigation. */
export interface Course {
  /** Stops before requesting an address for which this returns true. */
  readonly stop?: (url: string) => boolean;
  /** Posts these fields; a redirect of the response is a GET. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The origin of our own site, for a navigator. */
export const ownSite = 'http://localhost';

/**
 * A browser as far as navigation goes: it follows redirects between our site and others on this
 * machine, and stores the cookies of each separately.
 */
export class Navigator {
  /** Cookies by origin, then by name. */
  readonly cookies = new Map<string, Map<string, string>>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Requests an address and follows redirects up to one of our pages, which is not requested. */
  async go(start: string, { stop, form, headers = {} }: Course = {}): Promise<Landing> {
    let response = await this.#ask(new URL(start, ownSite), headers, form);
    for (let hops = 0; response.location !== null; hops += 1) {
      const url = new URL(response.location, response.url);
      if (isOwnPage(url) || stop?.(url.href)) return { url: url.href, status: 200, body: '' };
      if (hops > 20) throw new Error(`Sent round in circles, to ${url.href}`);
      response = await this.#ask(url, headers);
    }
    return { url: response.url.href, status: response.status, body: response.body };
  }

  /** Returns the cookie header for our site. */
  get cookie(): string {
    return this.#cookieFor(ownSite);
  }

  async #ask(url: URL, extraHeaders: Readonly<Record<string, string>>, form?: string) {
    const method = form === undefined ? 'GET' : 'POST';
    const headers = {
      cookie: this.#cookieFor(url.origin),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...extraHeaders,
    };
    if (url.origin === ownSite) {
      const response = await this.#app.inject({
        method,
        url: `${url.pathname}${url.search}`,
        headers,
        ...(form !== undefined && { payload: form }),
      });
      this.#keep(url.origin, [response.headers['set-cookie'] ?? []].flat());
      const location = response.headers['location'];
      return {
        url,
        status: response.statusCode,
        location: typeof location === 'string' ? location : null,
        body: response.body,
      };
    }
    const response = await fetch(url, { method, headers, redirect: 'manual', body: form ?? null });
    this.#keep(url.origin, response.headers.getSetCookie());
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

  #keep(origin: string, setCookies: readonly string[]): void {
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
  return origin === ownSite && !pathname.startsWith('/api/');
}
