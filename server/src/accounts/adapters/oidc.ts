import { email as emailSchema } from '@curbwrench/contract/accounts/schemas';
import { personName } from '@curbwrench/contract/fields/schemas';
import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type {
  ProvenIdentity,
  ProviderSettings,
  ProviderStep,
  SignInProvider,
  SignInSecrets,
} from '../../application/sign-in-provider-port.ts';

/** Every request to a provider times out after this long, in seconds. */
const usualPatience = 5;
/** How long a provider's metadata is cached; keys are fetched more often. */
const descriptionKeptMs = 3_600_000;

/**
 * Creates an OpenID Connect provider using the code flow with PKCE. openid-client verifies in each response
 * the state and issuer (RFC 9207), and of the ID token the nonce, issuer, audience, times and, although it
 * comes directly from the provider, its signature by the provider's published keys.
 *
 * The provider's metadata is fetched when first needed, never at startup, and again after any failure, so a
 * provider that is down or changes requires no restart of the server.
 */
export function createSignInProvider(
  settings: ProviderSettings,
  publicUrl: string,
  patience = usualPatience,
): SignInProvider {
  const redirectUri = `${publicUrl}/api/login/callback/${settings.id}`;
  let description: { readonly configuration: Promise<Configuration>; readonly at: number } | null =
    null;

  return {
    id: settings.id,
    name: settings.name,
    issuer: settings.issuer,

    begin(secrets) {
      return step(async () => {
        const challenge = await calculatePKCECodeChallenge(secrets.verifier);
        return buildAuthorizationUrl(await describe(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }).href;
      });
    },

    prove(query, secrets) {
      return step(async () => {
        const answer = new URL(redirectUri);
        answer.search = query;
        return proveBy(await describe(), answer, secrets);
      });
    },

    async signOutUrl(idToken) {
      const found = await step(async () => {
        const configuration = await describe();
        if (!configuration.serverMetadata().end_session_endpoint) return null;
        return buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${publicUrl}/?signed-out`,
        }).href;
      });
      return found.ok ? found.value : null;
    },
  };

  function describe(): Promise<Configuration> {
    const now = Date.now();
    if (description === null || now - description.at > descriptionKeptMs) {
      description = { configuration: discover(settings, patience), at: now };
    }
    return description.configuration;
  }

  async function step<T>(work: () => Promise<T>): Promise<ProviderStep<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof AuthorizationResponseError)) description = null;
      return { ok: false, problem: problemOf(error), reason: reasonOf(error) };
    }
  }
}

function discover(settings: ProviderSettings, patience: number): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  // The configuration allows plain http only for an issuer on this machine.
  const insecure = issuer.protocol === 'http:';
  return discovery(issuer, settings.clientId, undefined, authenticateBy(settings.clientSecret), {
    timeout: patience,
    execute: [
      enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- marked so only to be noticed
      ...(insecure ? [allowInsecureRequests] : []),
    ],
  });
}

/** Chooses the standard's default method, or the form parameter if the provider supports only that. */
function authenticateBy(secret: string): ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const byHeader =
      methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
    const authenticate = byHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    authenticate(server, ...rest);
  };
}

async function proveBy(
  configuration: Configuration,
  answer: URL,
  secrets: SignInSecrets,
): Promise<ProvenIdentity> {
  const tokens = await authorizationCodeGrant(configuration, answer, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new NotProvenError('no ID token');
  // ASCII, at most 255 characters (OpenID Connect Core 1.0, section 2).
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw new NotProvenError('an unusable subject');

  // The address and its verified flag come from one source. In the code flow, a provider may return both only
  // from this endpoint (Core 1.0, 5.4); the library compares its subject with the token's.
  const hasEmail = claims['email'] !== undefined;
  const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const person: Record<string, unknown> =
    hasEmail || !canAsk
      ? claims
      : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    ...personOf(person),
    idToken: tokens.id_token,
  };
}

/** Returns name and address. Anything else the provider says about a person, including roles, is ignored. */
function personOf(
  claims: Record<string, unknown>,
): Pick<ProvenIdentity, 'verifiedEmail' | 'firstName' | 'lastName'> {
  const parsed = emailSchema.safeParse(claims['email']);
  const email = parsed.success ? parsed.data : null;
  const [first = '', ...others] = nameText(claims['name']).split(' ');
  return {
    verifiedEmail: claims['email_verified'] === true ? email : null,
    firstName: nameText(claims['given_name']) || first || (email?.split('@')[0] ?? ''),
    lastName: nameText(claims['family_name']) || others.join(' '),
  };
}

/** Returns a name as it could be typed here, cut to 60 characters; '' for anything else. */
function nameText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const clean = value.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, ' ').trim();
  const name = personName('').safeParse((/^.{0,60}/su.exec(clean)?.[0] ?? '').trim());
  return name.success ? name.data : '';
}

class NotProvenError extends Error {
  override readonly name = 'NotProvenError';
}

/** The library's error codes for an invalid response. All others are transport failures. */
const unproven = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_PARSE_ERROR',
]);

function problemOf(error: unknown): SignInProblem {
  if (error instanceof NotProvenError) return 'not_proven';
  if (error instanceof AuthorizationResponseError) {
    const isTrouble = /^(server_error|temporarily_unavailable)$/.test(error.error);
    return isTrouble ? 'unavailable' : 'cancelled';
  }
  // Used, expired, or not for this verifier.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  if (error instanceof ClientError && unproven.has(error.code ?? '')) return 'not_proven';
  return 'unavailable';
}

/** Returns the library's message and codes; never its causes, which contain what was sent. */
function reasonOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  const said =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
      ? error.error.replace(/[^a-z_]/g, '').slice(0, 40)
      : '';
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const deeper: unknown = Reflect.get(Object(cause), 'code');
  const words = error instanceof Error ? error.message : 'something was thrown';
  return [words, code, said, deeper].filter((part) => typeof part === 'string' && part).join(' ');
}
