import type { FastifyInstance } from 'fastify';
import type { Store } from '@curbwrench/server/database/connection/store';

interface App {
  readonly server: FastifyInstance;
  readonly store: Store;
}

let browserCount = 0;

/**
 * Simulates a browser for account tests: it stores cookies, and has its own network address, so that
 * one test does not use up another's rate limits.
 */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  readonly #app: App;

  constructor(app: App) {
    browserCount += 1;
    this.#app = app;
    // A different address for each browser; the first 256 are reserved for documentation (RFC 5737).
    this.address = `198.51.${100 + (browserCount >> 8)}.${browserCount & 255}`;
  }

  /** The cookie header that the browser sends. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The value of the session cookie, or undefined. */
  get session(): string | undefined {
    return [...this.cookies].find(([name]) => name.endsWith('session_token'))?.[1];
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const response = await this.#app.server.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: { cookie: this.cookie, 'user-agent': 'Test browser', ...headers },
      ...(payload && { payload }),
    });
    for (const header of [response.headers['set-cookie'] ?? []].flat()) this.#storeCookie(header);
    return response;
  }

  post(url: string, payload: object = {}) {
    return this.send('POST', url, payload);
  }

  /** Returns the id of the person signed in with this browser, or null. */
  async signedInUserId(): Promise<string | null> {
    const response = await this.send('GET', '/api/auth/user');
    return response.statusCode === 200 ? response.json<{ id: string }>().id : null;
  }

  #storeCookie(header: string): void {
    const [pair = ''] = header.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (/;\s*max-age=0\b/i.test(header)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }
}

/** Returns the emails to an address, in order. */
export async function emailsTo(
  app: App,
  address: string,
): Promise<{ readonly subject: string; readonly text: string }[]> {
  const rows = await app.store.kysely
    .selectFrom('emails')
    .select(['subject', 'text'])
    .where('recipient', '=', address)
    .orderBy('id')
    .execute();
  return rows.map(({ subject, text }) => ({ subject, text: text ?? '' }));
}

/** Returns the token from the last email with a link that was sent to an address. */
export async function tokenSentTo(app: App, address: string): Promise<string> {
  const emails = await emailsTo(app, address);
  const tokens = emails.flatMap(({ text }) => /#token=([\w.-]+)/.exec(text)?.[1] ?? []);
  const last = tokens.at(-1);
  if (last === undefined) throw new Error(`There is no email with a link to ${address}.`);
  return last;
}
