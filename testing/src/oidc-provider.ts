import { createHmac, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Configuration, Provider } from 'oidc-provider';
import type { ProviderSettings } from '@curbwrench/server/application/sign-in-provider-port';

/** A user's claims at the provider; `sub` identifies the user. */
export interface ProviderUser {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly [claim: string]: unknown;
}

/** Changes to an ID token before it is sent: its claims, and the signing key. */
export interface Tampering {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** How to sign the token: with a different key under the same key id, not at all, or with the client's secret. */
  readonly signature?: 'wrong key' | 'none' | 'shared secret';
}

/** A real, certified OpenID Connect provider on localhost, with configurable users and faults. */
export interface TestProvider {
  readonly settings: ProviderSettings;
  /** The user who signs in on its page; with 'cancel', the sign-in is canceled. */
  nextSignIn: ProviderUser | 'cancel';
  /** How the next ID tokens are changed. */
  tampering: Tampering | null;
  /** Whether email and name are in the ID token, or only at the user-info endpoint. */
  hasClaimsInToken: boolean;
  /** Whether its page waits for a click on its button, for browser tests, or continues immediately. */
  waitsForClick: boolean;
  /** Whether the token endpoint works, responds with 500, or never responds. */
  tokenEndpoint: 'works' | 'fails' | 'hangs';
  /** Returns how many times its page prompted a user to sign in. */
  readonly promptCount: () => number;
  /** Stops the provider, so that connections are refused. */
  stop(): Promise<void>;
  /** Restarts the provider at the same address. */
  start(): Promise<void>;
}

/** The argument of the provider library's middleware. */
type Context = Parameters<Parameters<Provider['use']>[0]>[0];

interface Keys {
  readonly own: KeyObject;
  readonly foreign: KeyObject;
}

const clientId = 'curbwrench';
const clientSecret = 'a secret shared by the client and the provider';
const keyId = 'the-key';
const tokenClaims = ['email', 'email_verified', 'given_name', 'family_name'] as const;

/** Prevents browsers from requesting an icon that doesn't exist. */
const noIcon = '<link rel="icon" href="data:,">';

/** The sign-in page for tests in a browser; its button submits to the same address. */
const signInPage = `<!doctype html><html lang="en"><title>Test provider</title>${noIcon}
<h1>Test provider</h1><form method="post"><button>Continue</button></form></html>`;

/** Starts a provider with one client: an application at `publicUrl`. */
export async function startProvider(publicUrl: string): Promise<TestProvider> {
  const [privateKey, foreignKey] = await Promise.all([makeKey(), makeKey()]);
  let server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let promptCount = 0;

  const self: TestProvider = {
    settings: { id: 'oidc', name: 'Test provider', issuer, clientId, clientSecret },
    nextSignIn: 'cancel',
    tampering: null,
    hasClaimsInToken: false,
    waitsForClick: false,
    tokenEndpoint: 'works',
    promptCount: () => promptCount,
    stop: () => closeServer(server),
    async start() {
      server = createServer(handleRequest);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };

  const users = new Map<string, ProviderUser>();
  const provider = await makeProvider(issuer, {
    ...configurationFor(publicUrl, privateKey),
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...users.get(sub), sub }),
    }),
  });
  // The library's setting for claims in the token cannot change later, so this adds them to the request.
  provider.use(async (context, next) => {
    if (context.path === '/auth' && self.hasClaimsInToken) requestClaims(context);
    if (context.path !== '/token') {
      await next();
      return;
    }
    if (self.tokenEndpoint === 'hangs') {
      context.respond = false;
      return;
    }
    if (self.tokenEndpoint === 'fails') {
      context.status = 500;
      context.body = 'Out of order.';
      return;
    }
    await next();
    tamperWith(context, self.tampering, { own: privateKey, foreign: foreignKey });
  });
  const handleProtocolRequest = provider.callback();
  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith('/interaction/')) {
      void handleInteraction(request, response);
      return;
    }
    void handleProtocolRequest(request, response);
  }

  /** Handles the sign-in page: signs in the configured user and grants everything. */
  async function handleInteraction(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const interaction = await provider.interactionDetails(request, response);
    if (self.waitsForClick && request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(signInPage);
      return;
    }
    if (interaction.prompt.name === 'login') promptCount += 1;
    if (self.nextSignIn === 'cancel') {
      const denial = { error: 'access_denied', error_description: 'The user canceled.' };
      return provider.interactionFinished(request, response, denial);
    }
    users.set(self.nextSignIn.sub, self.nextSignIn);
    if (interaction.prompt.name === 'login') {
      return provider.interactionFinished(request, response, {
        login: { accountId: self.nextSignIn.sub },
      });
    }
    const grant = new provider.Grant({
      accountId: interaction.session?.accountId ?? self.nextSignIn.sub,
      clientId,
    });
    grant.addOIDCScope('openid email profile');
    grant.addOIDCClaims([...tokenClaims]);
    return provider.interactionFinished(request, response, {
      consent: { grantId: await grant.save() },
    });
  }

  server.on('request', handleRequest);
  return self;
}

async function makeKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey;
}

/** Creates the provider without its warnings about production use, since tests must print nothing. */
async function makeProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  try {
    const library = await import('oidc-provider');
    return new library.Provider(issuer, configuration);
  } finally {
    Object.assign(console, { warn, info });
  }
}

function configurationFor(publicUrl: string, key: KeyObject): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/login/callback/oidc`],
        post_logout_redirect_uris: [`${publicUrl}/?signed-out`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'role', 'roles'],
    },
    cookies: { keys: ['a key for the cookies of the test provider'] },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body =
            noIcon +
            form.replace('</form>', '<button name="logout" value="yes">Sign out</button></form>');
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    renderError: (context, out) => {
      context.type = 'text/plain';
      context.body = JSON.stringify(out);
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  };
}

function requestClaims(context: Context): void {
  const requested = Object.fromEntries(tokenClaims.map((name) => [name, null]));
  const claims = JSON.stringify({ id_token: requested });
  context.querystring = `${context.querystring}&claims=${encodeURIComponent(claims)}`;
}

function tamperWith(context: Context, tampering: Tampering | null, keys: Keys): void {
  const body: unknown = context.body;
  if (!tampering || typeof body !== 'object' || body === null || !('id_token' in body)) return;
  const [, payload = ''] = String(body.id_token).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changedClaims = { ...claims, ...tampering.claims };
  context.body = { ...body, id_token: signToken(changedClaims, tampering.signature, keys) };
}

function signToken(claims: object, signature: Tampering['signature'], keys: Keys): string {
  const algorithm =
    signature === 'none' ? 'none' : signature === 'shared secret' ? 'HS256' : 'RS256';
  const head = encode({ alg: algorithm, kid: keyId, typ: 'JWT' });
  const signingInput = Buffer.from(`${head}.${encode(claims)}`);
  const encodedSignature = createSignature(signingInput, signature, keys).toString('base64url');
  return `${signingInput.toString()}.${encodedSignature}`;
}

function createSignature(
  signingInput: Buffer,
  signature: Tampering['signature'],
  keys: Keys,
): Buffer {
  switch (signature) {
    case 'none':
      return Buffer.alloc(0);
    case 'shared secret':
      return createHmac('sha256', clientSecret).update(signingInput).digest();
    case 'wrong key':
      return sign('sha256', signingInput, keys.foreign);
    case undefined:
      return sign('sha256', signingInput, keys.own);
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
